/** How far something has come. */
export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  const percent = Math.round((done / Math.max(of, 1)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded bg-tile"
    >
      <div className="h-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  )
}
