import { formatPaise, type Paise } from '@/domain/money'
import { t } from '@/language/text'
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
    <Dialog open={open} onOpenChange={() => onDecide('closed')} title={t('Test payment')}>
      <p className="mt-3 text-ink-2">
        {t('No money moves: this shop has no payment company yet. Choose how a payment of {amount} turns out.', {
          amount: formatPaise(amount),
        })}
      </p>
      <div className="mt-6 grid gap-3">
        <Button large block onClick={() => onDecide('success')}>
          {t('Pay {amount}', { amount: formatPaise(amount) })}
        </Button>
        <Button look="line" large block onClick={() => onDecide('failure')}>
          {t('Fail')}
        </Button>
        <Button look="ghost" className="justify-self-center" onClick={() => onDecide('closed')}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
