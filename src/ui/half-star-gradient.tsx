/** Paints the left half of a star; drawn once in the frame. */
export function HalfStarGradient() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <linearGradient id="half-star">
        <stop offset=".5" stopColor="currentColor" />
        <stop offset=".5" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
    </svg>
  )
}
