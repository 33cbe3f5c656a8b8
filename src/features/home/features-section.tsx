import type { LucideIconData } from '@lucide/icons'
import HandHeart from '@lucide/icons/icons/hand-heart'
import Heart from '@lucide/icons/icons/heart'
import Leaf from '@lucide/icons/icons/leaf'
import PackageIcon from '@lucide/icons/icons/package'
import Recycle from '@lucide/icons/icons/recycle'
import ShieldCheck from '@lucide/icons/icons/shield-check'
import Sparkles from '@lucide/icons/icons/sparkles'
import Truck from '@lucide/icons/icons/truck'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { useSettings } from '@/api/settings'
import { WORDS_SHOWN } from '@/domain/limits'
import { parsePromise, type ShopPromise } from '@/domain/site/words'
import { BuilderSlot } from '@/features/builder/builder-slot'
import { ownWords, t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Icon } from '@/ui/icon'
import { MakersSection } from './makers-section'
import { Making, MakingLead } from './making'

/** By the names of the field `icon` of promises. */
const ICONS: Partial<Record<string, LucideIconData>> = {
  leaf: Leaf,
  heart: Heart,
  hand: HandHeart,
  shield: ShieldCheck,
  truck: Truck,
  package: PackageIcon,
  recycle: Recycle,
  sparkle: Sparkles,
}

/** What the shop promises, in its order (HOME-09). */
export function promisesOptions() {
  return queryOptions({
    queryKey: ['promises'],
    queryFn: async ({ signal }): Promise<ShopPromise[]> => {
      const store = await recordStore()
      const query = { filter: 'active = true', sort: 'order', skipTotal: true, signal }
      return (await store.collection('promises').getList(1, WORDS_SHOWN, query)).items.map(parsePromise)
    },
  })
}

/**
 * How a bar is made and reasons to buy, as far as they are true of the shop, or page-builder content `home-features`
 * (HOME-09); then who makes.
 */
export function FeaturesSection() {
  return (
    <>
      <BuilderSlot model="home-features" fallback={<OwnFeatures />} />
      <MakersSection />
    </>
  )
}

function OwnFeatures() {
  const { show_making: making } = useSettings()
  const { data: promises = [] } = useQuery(promisesOptions())
  if (!making && promises.length === 0) return null
  return (
    <section aria-labelledby="features" className="mt-section bg-sunken py-section">
      <div className="wrap">
        <p className="eyebrow mb-1">{t('Why Choose Us')}</p>
        <h2 id="features">{t('Crafted with Care')}</h2>
        {making && <MakingLead />}
      </div>
      {making && <Making />}
      {promises.length > 0 && (
        <ul className="wrap mt-10 grid grid-cols-1 gap-6 break-words md:grid-cols-3 md:gap-column lg:mt-14">
          {promises.map((promise) => (
            <PromiseItem key={promise.title + promise.text} {...promise} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PromiseItem({ title, text, icon }: ShopPromise) {
  const glyph = ICONS[icon]
  return (
    <li>
      {glyph && <Icon of={glyph} className="mb-2" />}
      <h3 lang={textLanguage(ownWords(title))} className="text-accordion md:text-h3">
        {ownWords(title)}
      </h3>
      <p
        lang={textLanguage(ownWords(text))}
        className="mt-1 max-w-[40ch] text-ink-2 text-sm leading-normal md:mt-2 md:text-base"
      >
        {ownWords(text)}
      </p>
    </li>
  )
}
