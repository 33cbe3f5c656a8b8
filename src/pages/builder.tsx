import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'

/** Pages made with a page builder (ROUTE-18). No builder account is connected, so there is nothing to show and nothing to index. */
export default function Builder() {
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
