import { useHost } from '../session'

/** An order's number, which leads to the order for whoever may see it. */
export function OrderLink({ id, number }: { id: string; number: string }) {
  const { role } = useHost()
  if (role !== 'owner') return <span className="whitespace-nowrap">{number}</span>
  return (
    <a className="link whitespace-nowrap" href={`#/shop-orders/${id}`}>
      {number}
    </a>
  )
}
