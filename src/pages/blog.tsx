import { PostList } from '@/features/content/post-list'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

export default function Blog() {
  return (
    <>
      <Head
        title="Blog"
        description="How soap is made, how bags are looked after, and what to give."
        path={paths.blog()}
      />
      <div className="wrap pb-section">
        <PageHead title="Blog" lead="How things are made, and how to make them last." />
        <PostList />
      </div>
    </>
  )
}
