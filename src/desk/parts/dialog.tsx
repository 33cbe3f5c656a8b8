import X from '@lucide/icons/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Button, IconButton } from './button'
import { giveFocusBack } from './focus'

interface DialogProps {
  title: string
  sub?: ReactNode
  /** `sheet` stands at the right edge, full height; `wide` is for lists. */
  kind?: 'dialog' | 'wide' | 'sheet'
  /** Something typed would be lost: it is asked before it closes. */
  typed?: boolean
  onClose: () => void
  /** Buttons at the foot. */
  footer?: ReactNode
  /** What the button behind them says that closes it. */
  leave?: string
  /** Behind the buttons: what happens then. */
  note?: ReactNode
  children: ReactNode
}

const PLACES = {
  dialog: 'm-auto w-[min(520px,100vw-40px)] max-h-[calc(100dvh-64px)]',
  wide: 'm-auto w-[min(880px,100vw-80px)] max-h-[calc(100dvh-64px)]',
  sheet: 'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(100vw,860px)] max-w-none',
}
const ON_PHONE = 'max-md:mx-0 max-md:mt-auto max-md:mb-0 max-md:w-full max-md:max-w-none max-md:max-h-[92dvh]'

/** Asks whether what was typed may go. */
export const mayLeave = () => confirm('Leave without saving what you typed?')

/**
 * A window over the desk: the browser's own dialog, which holds the focus, lies above everything, closes by Escape and
 * gives the focus back. Shown as long as it is rendered.
 */
export function Dialog({ title, sub, kind = 'dialog', typed, onClose, children, ...foot }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const focused = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const root = ref.current?.getRootNode()
    const before = root instanceof ShadowRoot ? root.activeElement : null
    ref.current?.showModal()
    return () => giveFocusBack(root, before)
  }, [])
  const close = () => (!typed || mayLeave()) && onClose()
  /** Enter in a line of text is the first button at the foot, as in a form; in sheets it leads from line to line. */
  const onKeyDown = ({ key, target, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Enter' || nativeEvent.isComposing || kind === 'sheet') return
    if (target instanceof HTMLInputElement && target.matches('input:not([type])') && !target.form)
      ref.current?.querySelector<HTMLElement>('footer button')?.click()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={classNames(
        'flex-col rounded bg-page p-0 text-ink shadow-float backdrop:bg-scrim open:flex',
        PLACES[kind],
        kind !== 'sheet' && ON_PHONE,
      )}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // A second Escape in a row closes it in Chrome, without a `cancel` to prevent: it opens again, and asks again.
      onClose={() => {
        const before = focused.current
        ref.current?.showModal()
        before?.focus()
        close()
      }}
      onFocus={({ target }) => {
        focused.current = target
      }}
      onKeyDown={onKeyDown}
      // Not a click: that is one, too, when text is marked in a field and the button let go out here. Nor the rest of
      // the double press that opened it.
      onMouseDown={(event) => event.target === ref.current && event.detail < 2 && close()}
    >
      <header className="flex items-center justify-between gap-3 border-b pt-4 pr-3 pb-3 pl-6 max-md:pl-5">
        <div className="min-w-0 wrap-anywhere">
          <h2 id={id}>{title}</h2>
          {sub && <p className="meta">{sub}</p>}
        </div>
        <IconButton label="Close" onClick={close}>
          <Icon of={X} />
        </IconButton>
      </header>
      <div className="min-h-0 flex-auto overflow-auto px-6 py-5 max-md:px-5">{children}</div>
      <Foot {...foot} onLeave={close} />
    </dialog>
  )
}

type FootProps = Pick<DialogProps, 'footer' | 'leave' | 'note'> & { onLeave: () => void }

function Foot({ footer, leave, note, onLeave }: FootProps) {
  if (!footer) return null
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-6 py-3.5 max-md:px-5">
      {footer}
      {leave && <Button onClick={onLeave}>{leave}</Button>}
      {note && (
        <span className="meta min-w-40 flex-1" aria-live="polite">
          {note}
        </span>
      )}
    </footer>
  )
}
