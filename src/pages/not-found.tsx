import { WorthWanting } from '@/features/catalog/worth-wanting'
import { NotFound } from '@/features/site/not-found'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

export default function NotFoundPage() {
  return (
    <>
      <Head title={t('Page not found')} missing />
      <NotFound />
      <WorthWanting className="wrap pb-section" />
    </>
  )
}
