import { AboutPicture } from '@/features/content/about-picture'
import { AboutText } from '@/features/content/built-in-texts'
import { TextPage } from '@/features/content/text-page'
import { MakersSection } from '@/features/home/makers-section'
import { MakingSection } from '@/features/home/making'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'

export default function About() {
  return (
    <>
      <TextPage
        slug="about"
        path={paths.about()}
        title={t('About us')}
        description={t('Who we are, and how we work.')}
        builtIn={<AboutText />}
        picture={<AboutPicture />}
      />
      <div>
        <MakingSection />
        <MakersSection />
      </div>
    </>
  )
}
