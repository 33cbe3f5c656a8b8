import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { errorSentence, errorStatus, isNotFound } from '@/api/errors'
import { followLetterLink } from '@/api/letter-routes'
import type { LetterDeed } from '@/domain/content/newsletter'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { buttonClass } from '@/ui/button-style'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** What the page of a link is about. */
export const letterTitle = (deed: LetterDeed): string => {
  if (deed === 'tell') return t('Tell me when it is back')
  return deed === 'remind' ? t('Remind me tomorrow') : t('Letters from the workshop')
}

const DONE: Record<LetterDeed, { title: () => string; text: () => string }> = {
  confirm: {
    title: () => t('Your letters will come'),
    text: () => t('New batches, and the people behind them. Each letter has a link to leave.'),
  },
  leave: {
    title: () => t('No more letters'),
    text: () => t('Your address gets nothing more. You can ask for letters again at any time.'),
  },
  tell: { title: () => t('We write to you when it is back.'), text: () => t('Once, when it is.') },
  remind: { title: () => t('Tomorrow we write to you, once.'), text: () => t('One email, with a link to your cart.') },
}

/** What to do where a link is not good any more. */
const again = (deed: LetterDeed): string => {
  if (deed === 'tell') return t('Ask once more on the product’s page.')
  return deed === 'remind'
    ? t('Ask once more in your cart.')
    : t('Letters are asked for, and left, by the newest email.')
}

/**
 * Does what a link of the newsletter's mails is for, as soon as a browser shows the page: programs that only look at
 * links do not run it. Id and token stand in the fragment, and are taken out of the address; the tab's history keeps
 * them for a reload.
 */
export function LetterLink({ deed }: { deed: LetterDeed }) {
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => {
      const [id = '', token = ''] = String(window.history.state?.letterLink ?? '').split('.')
      return followLetterLink(deed, id, token)
    },
  })
  useEffect(() => {
    const link = window.location.hash.slice(1)
    if (link) window.history.replaceState({ ...window.history.state, letterLink: link }, '', window.location.pathname)
    mutate()
  }, [mutate])
  const shop = (
    <Link to={paths.shop()} className={buttonClass({ look: 'line' })}>
      {t('Go to the shop')}
    </Link>
  )
  if (isSuccess)
    return (
      <Notice level={1} role="status" lotus title={DONE[deed].title()} action={shop}>
        {DONE[deed].text()}
      </Notice>
    )
  if (!error)
    return (
      <div className="py-30">
        <h1 className="sr-only">{letterTitle(deed)}</h1>
        <Spinner label={t('Loading page')} />
      </div>
    )
  if (isNotFound(error))
    return (
      <Notice level={1} role="alert" title={t('This link is not good any more')} action={shop}>
        {again(deed)}
      </Notice>
    )
  if (errorStatus(error) === 400)
    return (
      <Notice level={1} role="alert" title={t('That did not work')} action={shop}>
        {t('This link is not complete. Open it again from the email, or ask for a new one.')}
      </Notice>
    )
  return (
    <Notice
      level={1}
      role="alert"
      title={t('That did not work')}
      action={<Button onClick={() => mutate()}>{t('Try again')}</Button>}
    >
      {errorSentence(error)}
    </Notice>
  )
}
