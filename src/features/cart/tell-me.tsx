import { askForAlert } from '@/api/letter-routes'
import { t } from '@/language/text'
import { AskingForm } from './asking-form'

/** For whoever waits for a product that is sold out: one field, one mail (TELL-01). */
export function TellMe({ product, autoFocus }: { product: string; autoFocus?: boolean }) {
  return (
    <AskingForm
      label={t('Tell me when it is back')}
      autoFocus={autoFocus}
      hint={t('Once, when it is.')}
      ask={(email) => askForAlert(email, product)}
      done={t('We write to you when it is back.')}
      mailed={t('Look into your mailbox: one press there, and we write when it is back.')}
    />
  )
}
