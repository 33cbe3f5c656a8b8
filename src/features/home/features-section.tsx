import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import HandHeart from 'lucide-react/icons/hand-heart'
import Heart from 'lucide-react/icons/heart'
import Leaf from 'lucide-react/icons/leaf'
import PackageIcon from 'lucide-react/icons/package'
import Recycle from 'lucide-react/icons/recycle'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sparkles from 'lucide-react/icons/sparkles'
import Truck from 'lucide-react/icons/truck'
import { recordStore } from '@/api/client'
import { useSettings } from '@/api/settings'
import { WORDS_SHOWN } from '@/domain/limits'
import { parsePromise, type ShopPromise } from '@/domain/site/words'
import { BuilderSlot } from '@/features/builder/builder-slot'
import type { PlainSentence } from '@/language/catalogue'
import { ownWords, t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import cured from './images/making-cured.webp'
import cut from './images/making-cut.webp'
import stamped from './images/making-stamped.webp'
import weighed from './images/making-weighed.webp'
import wrapped from './images/making-wrapped.webp'
import { MakersSection } from './makers-section'

const STEPS: { day: PlainSentence; title: PlainSentence; text: PlainSentence; image: string }[] = [
  {
    day: 'Day 1',
    title: 'Weighed',
    text: 'Petal, leaf and clay on a kitchen scale. Oils and lye stirred by hand, poured into wood.',
    image: weighed,
  },
  { day: 'Day 2', title: 'Cut', text: 'One blade, one stroke. The ends become guest bars.', image: cut },
  { day: 'Day 3', title: 'Stamped', text: 'The lotus goes in while the bar is still soft.', image: stamped },
  {
    day: 'Day 4 to 38',
    title: 'Cured',
    text: 'Five weeks on an open rack. Water leaves, the bar turns hard.',
    image: cured,
  },
  {
    day: 'Day 39',
    title: 'Wrapped',
    text: 'Recycled paper, cotton string, and the date of the batch.',
    image: wrapped,
  },
]

/** By the names of the field `icon` of promises. */
const ICONS: Partial<Record<string, LucideIcon>> = {
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
function promisesOptions() {
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
        {making && (
          <p className="mt-2.5 max-w-[44ch] text-ink-2 text-lead">
            {t('Thirty-nine days from pot to parcel. Most of them are spent waiting.')}
          </p>
        )}
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

/** Five days of a bar: to be swiped on a phone, two and three beside each other from 1024 px on. */
function Making() {
  return (
    <ol
      aria-label={t('How a bar is made')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by the keyboard as well
      tabIndex={0}
      className="wrap mt-7 flex gap-0.5 overflow-x-auto overscroll-x-contain px-0 [scrollbar-width:none] lg:mt-10 lg:grid lg:grid-cols-6 lg:overflow-visible"
    >
      {STEPS.map(({ day, title, text, image }, index) => (
        <li
          key={day}
          className={classNames('flex-[0_0_72vw] sm:flex-[0_0_44vw]', index < 2 ? 'lg:col-span-3' : 'lg:col-span-2')}
        >
          <Picture source={{ src: image }} alt="" className="aspect-square lg:aspect-[4/3]" />
          <div className="px-3 pt-3 pb-2 in-[li:first-child]:pl-gutter lg:pb-7 lg:in-[li:nth-child(3)]:pl-gutter">
            <p className="flex items-center gap-3 text-primary-ink text-sm">
              {t(day)}
              <span aria-hidden="true" className="stitch flex-1 text-line-strong" />
            </p>
            <p className="mt-1 font-display text-accordion">{t(title)}</p>
            <p className="mt-0.5 max-w-measure text-ink-2 text-sm leading-normal">{t(text)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
