import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Choice, choose, consent, useOffers } from '@/integrations/consent'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { toast } from '@/ui/toast'
import { purposeDetail, purposeLabel } from './purpose-words'

/** A switch for each purpose, off until it was chosen (STAT-05). */
export function ChoicesForm({ onDone }: { onDone: () => void }) {
  const offers = useOffers()
  const [choice, setChoice] = useState<Choice>(() => consent() ?? { analytics: false, advertising: false })
  const details = useId()

  const save = (event: FormEvent) => {
    event.preventDefault()
    choose(choice)
    onDone()
    toast.success(t('Your choice is saved'))
  }

  return (
    <form onSubmit={save} className="mt-3 flex flex-col gap-4.5">
      <p className="text-ink-2 text-sm">
        {rich(
          'What the shop needs to work, such as your cart and your sign-in, is always kept in this browser and seen by nobody else. See {policy}.',
          {
            policy: (
              <Link to={paths.privacy()} className="link" onClick={onDone}>
                {t('Privacy policy')}
              </Link>
            ),
          },
        )}
      </p>
      {offers.map((offer) => (
        <div key={offer.purpose} className="border-line border-t pt-2.5">
          <Checkbox
            label={<span className="font-medium text-base">{purposeLabel(offer)}</span>}
            checked={choice[offer.purpose]}
            onChange={(event) => setChoice({ ...choice, [offer.purpose]: event.target.checked })}
            aria-describedby={`${details}-${offer.purpose}`}
          />
          <p id={`${details}-${offer.purpose}`} className="pl-7.5 text-ink-2 text-sm">
            {purposeDetail(offer)}
          </p>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit">{t('Save choices')}</Button>
        <Button look="ghost" onClick={onDone}>
          {t('Close')}
        </Button>
      </div>
    </form>
  )
}
