import { Spinner } from './spinner'

/** The place of a low sheet while its code is on its way. */
export function SheetWaiting({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-scrim flex items-end bg-scrim md:items-center md:justify-center">
      <Spinner label={label} className="h-80 w-full rounded-t-[14px] bg-page md:w-[480px] md:rounded-none" />
    </div>
  )
}
