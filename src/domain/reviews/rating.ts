/** A product's average as it is printed: one decimal, `4.5`. */
export function formatRating(average: number): string {
  return (Math.round(average * 10) / 10).toFixed(1)
}
