/** The lotus stamped on every bar: empty states only. Drawn in the text's colour. */
export function LotusMark({ className }: { className: string }) {
  return (
    <svg
      viewBox="22 62 56 44"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
    >
      <path d="M50 101C40 106.6 29.6 101.6 24 93.6C33 89.7 44.5 90.9 50 101ZM50 101C55.5 90.9 67 89.7 76 93.6C70.4 101.6 60 106.6 50 101ZM50 101C37.4 98.7 30 86.8 28.8 75.7C39.4 78.8 49.9 88.1 50 101ZM50 101C50.1 88.1 60.6 78.8 71.2 75.7C70 86.8 62.6 98.7 50 101ZM50 101C41.8 89.9 43.9 74.4 50 64C56.1 74.4 58.2 89.9 50 101Z" />
    </svg>
  )
}
