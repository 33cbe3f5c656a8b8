import { useState } from 'react'

const PREFIX = 'desk-draft '

/**
 * A text that is being typed, kept on this device under a name for as long as it differs from what it began with: a
 * lost line or a reload takes nothing.
 */
export function useDraft(name: string, initial = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(PREFIX + name) ?? initial)
  return [
    text,
    (next) => {
      if (next === initial) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, next)
      setText(next)
    },
  ]
}
