/** Terms and their values side by side; on paper the first alone (TAX-12). */
export function OrderFacts({ facts }: { facts: readonly (readonly [term: string, value: string])[] }) {
  return (
    <dl className="mt-5.5 grid grid-cols-[auto_1fr] gap-x-10 gap-y-2 sm:flex">
      {facts.map(([term, value]) => (
        <div key={term} className="not-first:print:hidden">
          <dt className="text-ink-3 text-sm">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
