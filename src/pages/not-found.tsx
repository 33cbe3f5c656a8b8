import { NotFound } from '@/features/site/not-found'
import { Head } from '@/ui/head'

export default function NotFoundPage() {
  return (
    <>
      <Head title="Page not found" missing />
      <NotFound />
    </>
  )
}
