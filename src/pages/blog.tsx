import { BuilderSlot } from '@/features/builder/builder-slot'
import { PostList } from '@/features/content/post-list'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** The page builder's page for this address if there is one, else the posts of the records (ROUTE-07). */
export default function Blog() {
  return <BuilderSlot model="page" fallback={<Posts />} />
}

function Posts() {
  return (
    <>
      <Head title={t('Blog')} description={t('How things are made, and how to make them last.')} path={paths.blog()} />
      <div className="wrap pb-section">
        <PageHead title={t('Blog')} lead={t('How things are made, and how to make them last.')} />
        <PostList />
      </div>
    </>
  )
}
