import { useLocation, useParams } from 'react-router-dom'
import { BuilderPage } from '@/features/builder/builder-page'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'

/**
 * Pages made with the page builder (ROUTE-18). `/builder/diwali` shows what is published for that address;
 * `/builder-preview/gifting` shows what is published for `/gifting`, and is where the builder's editor shows drafts.
 */
export default function Builder() {
  const { pathname } = useLocation()
  const { '*': rest = '' } = useParams()
  const preview = /^\/builder-preview(\/|$)/i.test(pathname)
  return <BuilderPage path={preview ? `/${rest}` : pathname} preview={preview} fallback={<NothingHere />} />
}

function NothingHere() {
  return (
    <>
      <Head title={t('Nothing here yet')} noindex />
      <Notice
        level={1}
        lotus
        title={t('Nothing is published here')}
        action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}
      >
        {t('Pages made with the page builder appear at addresses like this one once the shop has published them.')}
      </Notice>
    </>
  )
}
