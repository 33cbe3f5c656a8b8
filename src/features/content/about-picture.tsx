import { useSettings } from '@/api/settings'
import { t } from '@/language/text'
import { Picture } from '@/ui/picture'
import photo from './kantha-stitches.webp'

/** The hand at work, beside the words about it, in a shop that works so. */
export function AboutPicture() {
  if (!useSettings().show_making) return null
  return (
    <Picture
      source={{ src: photo }}
      alt={t('Running stitches over patches of cotton on the flap of a bag')}
      className="-mx-gutter aspect-square lg:mx-0 lg:-mt-24"
    />
  )
}
