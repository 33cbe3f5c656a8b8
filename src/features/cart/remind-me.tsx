import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { askForReminder } from '@/api/letter-routes'
import { storedSession } from '@/api/stored-session'
import { type SharedLine, sharedCartItems } from '@/domain/cart/shared-cart'
import { parseText } from '@/domain/json'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { AskingForm } from './asking-form'

const done = () => t('Tomorrow we write to you, once.')

/** One mail with the cart's link, tomorrow (REMIND-01): by one press for a proven address, else by one field. */
export function RemindMe({ lines }: { lines: readonly SharedLine[] }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = (email: string) => askForReminder(email, decodeURIComponent(sharedCartItems(lines)))

  const press = async () => {
    const { record } = storedSession() ?? {}
    if (record?.verified !== true) return setOpen(true)
    setBusy(true)
    try {
      const { confirmed } = await ask(parseText(record.email))
      if (confirmed) toast.success(done())
      else setOpen(true)
    } catch (error) {
      toast.error(errorSentence(error))
    } finally {
      setBusy(false)
    }
  }
  if (!open)
    return (
      <Button look="ghost" busy={busy} onClick={press}>
        {t('Remind me tomorrow')}
      </Button>
    )
  return (
    <div className="flex-[1_1_100%] pb-3">
      <AskingForm
        label={t('Remind me tomorrow')}
        hint={t('One email, with a link to this cart.')}
        ask={ask}
        done={done()}
        mailed={t('Look into your mailbox: one press there, and we write tomorrow.')}
        autoFocus
      />
    </div>
  )
}
