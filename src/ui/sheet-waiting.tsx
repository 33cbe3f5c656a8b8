import { createPortal } from 'react-dom'
import { Spinner } from './spinner'

/** The place of a low sheet while its code is on its way: over what it was asked for from, which may be a sheet. */
export function SheetWaiting({ label }: { label: string }) {
  return createPortal(
    <div className="pointer-events-auto fixed inset-0 z-sheet flex items-end bg-scrim md:items-center md:justify-center">
      <Spinner label={label} className="h-80 w-full rounded-t-[14px] bg-page md:w-[480px] md:rounded-none" />
    </div>,
    document.body,
  )
}
