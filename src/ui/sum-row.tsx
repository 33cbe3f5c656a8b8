/** A part of a sum and what it comes to; stands in a `dl`. */
export function SumRow({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{label}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  )
}
