import { AboutPicture } from '@/features/content/about-picture'
import { AboutText } from '@/features/content/built-in-texts'
import { TextPage } from '@/features/content/text-page'
import { paths } from '@/lib/paths'

export default function About() {
  return (
    <TextPage
      slug="about"
      path={paths.about()}
      title="About us"
      description="Who makes the soap and the bags, and how we work."
      builtIn={<AboutText />}
      picture={<AboutPicture />}
    />
  )
}
