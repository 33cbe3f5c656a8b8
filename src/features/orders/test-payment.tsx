import { formatPaise, type Paise } from '@/domain/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

interface TestPaymentProps {
  open: boolean
  /** What a real payment would take. */
  amount: Paise
  onDecide: (outcome: 'success' | 'failure' | 'closed') => void
}

/** In the place of the provider's sheet in a shop without a provider: the shopper decides how the payment turns out. */
export function TestPayment({ open, amount, onDecide }: TestPaymentProps) {
  return (
    <Dialog open={open} onOpenChange={() => onDecide('closed')} title="Test payment">
      <p className="mt-3 text-ink-2">
        No money moves: this shop has no payment provider yet. Choose how a payment of {formatPaise(amount)} turns out.
      </p>
      <div className="mt-6 grid gap-3">
        <Button large block onClick={() => onDecide('success')}>
          Pay {formatPaise(amount)}
        </Button>
        <Button look="line" large block onClick={() => onDecide('failure')}>
          Fail
        </Button>
        <Button look="ghost" className="justify-self-center" onClick={() => onDecide('closed')}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
