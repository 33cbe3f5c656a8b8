import { HomeHead } from '@/features/home/home-head'
import { Homepage } from '@/features/home/homepage'
import { t } from '@/language/text'

export default function HomePage() {
  return (
    <>
      <HomeHead />
      <h1 className="sr-only">{t('Handmade soaps and bags')}</h1>
      <Homepage />
    </>
  )
}
