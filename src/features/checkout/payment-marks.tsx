const MARK =
  'inline-grid h-[26px] min-w-[42px] grid-flow-col place-items-center gap-1 rounded-[3px] border border-line bg-surface px-[7px] font-medium text-[12px] text-ink-2 leading-none'

/** Whom online payments go through, in one ink and drawn here: nothing is fetched from them. */
export function PaymentMarks() {
  return (
    <span role="img" aria-label="UPI, RuPay, Visa, Mastercard" className="mt-2 flex flex-wrap gap-1.5">
      <span className={MARK}>
        UPI
        <svg viewBox="0 0 12 16" aria-hidden="true" className="h-3.5">
          <path d="M1 1l5 7-5 7z" fill="currentColor" />
          <path d="M6 1l5 7-5 7z" fill="currentColor" opacity=".5" />
        </svg>
      </span>
      <span className={MARK}>
        RuPay
        <svg viewBox="0 0 8 16" aria-hidden="true" className="h-3.5">
          <path d="M1 2l6 6-6 6z" fill="currentColor" />
        </svg>
      </span>
      <span className={MARK}>
        <i className="tracking-[.04em]">VISA</i>
      </span>
      <span className={MARK}>
        <svg viewBox="0 0 24 16" aria-hidden="true" className="h-3.5">
          <circle cx="9" cy="8" r="7" fill="currentColor" opacity=".45" />
          <circle cx="15" cy="8" r="7" fill="currentColor" opacity=".75" />
        </svg>
      </span>
    </span>
  )
}
