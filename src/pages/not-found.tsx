import { NotFound } from '@/features/site/not-found'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

export default function NotFoundPage() {
  return (
    <>
      <Head title={t('Page not found')} missing />
      <NotFound />
    </>
  )
}
