import { useLocation, useParams } from 'react-router-dom'
import { BuilderPage } from '@/features/builder/builder-page'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'

/**
 * Pages made with the page builder (ROUTE-18). `/builder/diwali` shows what is published for that address; `/builder-preview/gifting` shows
 * what is published for `/gifting`, and is where the builder's editor shows drafts.
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
      <Head title="Nothing here yet" noindex />
      <Notice
        level={1}
        lotus
        title="Nothing is published here"
        action={<ButtonLink to={paths.shop()}>Go to the shop</ButtonLink>}
      >
        Pages made with the page builder appear at addresses like this one once the shop has published them.
      </Notice>
    </>
  )
}
