import { t } from '@/language/text'
import { Picture } from '@/ui/picture'
import photo from './kantha-stitches.webp'

/** The hand at work, beside the words about it. */
export function AboutPicture() {
  return (
    <Picture
      source={{ src: photo }}
      alt={t('Running stitches over patches of cotton on the flap of a bag')}
      className="-mx-gutter aspect-square lg:mx-0 lg:-mt-24"
    />
  )
}
