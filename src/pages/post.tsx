import { useParams } from 'react-router-dom'
import { PostView } from '@/features/content/post-view'

export default function PostPage() {
  const { slug = '' } = useParams()
  return <PostView slug={slug} />
}
