import { useEffect, useRef, useState } from 'react'
import { Dialog } from './parts/dialog'
import { TickRow } from './parts/switch'
import type { Screen } from './screens'

const HELP: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Search'],
  ['↑ ↓', 'From row to row'],
  ['Space', 'Tick; with Shift a stretch of rows'],
  ['Ctrl A', 'Tick all shown'],
  ['Ctrl Z', 'Undo the last save, while its notice stands'],
  ['Esc', 'Close'],
  ['?', 'This list'],
]

/** The keys that lead to screens. */
const goings = (screens: readonly Screen[]) =>
  screens.flatMap(({ key, name }) => (key ? [[`g ${key}`, name] as const] : []))

const OFF = 'desk-keys-off'

function isTyping(event: KeyboardEvent): boolean {
  return event
    .composedPath()
    .some((node) => node instanceof HTMLElement && node.matches('input:not([type=checkbox]),textarea,select,dialog'))
}

/**
 * Single keys of the desk. They rest while a field has the focus, and can be switched off (WCAG 2.1.4); `?` lists them.
 */
export function Keys({ screens, onGo }: { screens: readonly Screen[]; onGo: (path: string) => void }) {
  const [help, setHelp] = useState(false)
  const [off, setOff] = useState(() => localStorage.getItem(OFF) !== null)
  const going = useRef(false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The element of an admin screen the desk is not on stands nowhere.
      if (!place.current?.isConnected || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const wasGoing = going.current
      going.current = false
      if (event.key === '?') setHelp(true)
      else if (off) return
      else if (wasGoing) {
        const screen = screens.find(({ key }) => key === event.key)
        if (!screen) return
        onGo(screen.path)
      } else if (event.key === 'g') going.current = true
      else if (event.key === '/') {
        const root = place.current.getRootNode() as ShadowRoot
        const field = root.querySelector<HTMLElement>('[data-search]')
        if (!field) return
        field.focus()
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [off, screens, onGo])
  const change = (rest: boolean) => {
    if (rest) localStorage.setItem(OFF, '1')
    else localStorage.removeItem(OFF)
    setOff(rest)
  }
  return (
    <>
      <span ref={place} hidden />
      {help && (
        <Dialog title="Keys" onClose={() => setHelp(false)}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
            {[...goings(screens), ...HELP].map(([keys, what]) => (
              <div key={keys} className="contents">
                <dt>
                  <kbd className="rounded border px-1.5 text-[13px] text-ink-2">{keys}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-5">
            <TickRow label="Single letters do nothing" checked={off} onChange={change} />
          </div>
        </Dialog>
      )}
    </>
  )
}
