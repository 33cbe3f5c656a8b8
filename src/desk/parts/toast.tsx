import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Button } from './button'

export interface ToastMessage {
  text: string
  /** Takes back what was just done; the notice stays 10 seconds, and while it is pointed at or has the focus. */
  undo?: () => void
  bad?: boolean
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})

/** Says what was done, at the top: the bar stands at the foot. `toast({ text: '13 prices saved.', undo })`. */
export const useToast = () => useContext(ToastContext)

const STAYS_MS = { undo: 10_000, plain: 5000 }

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ToastMessage & { key: number }>()
  const show = useCallback((message: ToastMessage) => setShown({ ...message, key: Date.now() }), [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-5 top-[calc(var(--above)+12px)] z-toast flex justify-center max-md:inset-x-1 max-md:top-[calc(var(--above)+4px)]"
      >
        {shown && <Toast {...shown} key={shown.key} onGone={() => setShown(undefined)} />}
      </div>
    </ToastContext>
  )
}

function Toast({ text, undo, bad, onGone }: ToastMessage & { onGone: () => void }) {
  const [held, setHeld] = useState(false)
  const stays = undo ? STAYS_MS.undo : STAYS_MS.plain
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onGone, stays)
    return () => clearTimeout(timer)
  }, [held, stays, onGone])
  useEffect(() => {
    if (!undo) return undefined
    const onKey = (event: KeyboardEvent) => {
      const typing = event.composedPath().some((node) => node instanceof HTMLElement && node.matches('input,textarea'))
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || typing) return
      event.preventDefault()
      undo()
      onGone()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo, onGone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex w-full max-w-[420px] items-center gap-3 rounded bg-surface py-2.5 pr-2 pl-4 shadow-float max-md:py-1 ${bad ? 'border-l-3 border-danger' : ''}`}
    >
      <span className="min-w-0 flex-1 wrap-anywhere max-md:py-1.5">{text}</span>
      {undo && (
        <Button
          look="text"
          onClick={() => {
            undo()
            onGone()
          }}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
