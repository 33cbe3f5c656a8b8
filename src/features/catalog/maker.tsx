import { pictureSource } from '@/api/files'
import type { Maker } from '@/domain/catalog/maker'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Picture } from '@/ui/picture'
import { Badge } from './product-badges'

/** A maker's photograph, which says so when it is an example. */
export function MakerPicture({ maker, sizes, className }: { maker: Maker; sizes: string; className: string }) {
  return (
    <div className="relative">
      <Picture source={pictureSource(maker, maker.image)} alt="" sizes={sizes} className={className} />
      {maker.demo && (
        <p className="absolute top-3 left-0 flex">
          <Badge>{t('Demo')}</Badge>
        </p>
      )}
    </div>
  )
}

/** How many they are and where, and what there is to know. */
export function MakerFacts({ maker: { group, place, text } }: { maker: Maker }) {
  return (
    <>
      <p lang={textLanguage(group || place)}>{[group, place].filter(Boolean).join(', ')}</p>
      {text && (
        <p lang={textLanguage(text)} className="mt-1.5 text-pretty">
          {text}
        </p>
      )}
    </>
  )
}
