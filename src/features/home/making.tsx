import { useSettings } from '@/api/settings'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Picture } from '@/ui/picture'
import cured from './images/making-cured.webp'
import cut from './images/making-cut.webp'
import stamped from './images/making-stamped.webp'
import weighed from './images/making-weighed.webp'
import wrapped from './images/making-wrapped.webp'

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

/** How a bar is made, as a section of its own, in a shop that works so. */
export function MakingSection() {
  if (!useSettings().show_making) return null
  return (
    <section aria-labelledby="making" className="bg-sunken py-section">
      <div className="wrap">
        <h2 id="making">{t('How a bar is made')}</h2>
        <MakingLead />
      </div>
      <Making />
    </section>
  )
}

export function MakingLead() {
  return (
    <p className="mt-2.5 max-w-[44ch] text-ink-2 text-lead">
      {t('Thirty-nine days from pot to parcel. Most of them are spent waiting.')}
    </p>
  )
}

/** Five days of a bar: to be swiped on a phone, two and three beside each other from 1024 px on. */
export function Making() {
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
          <div
            className={classNames(
              'px-3 pt-3 pb-2 in-[li:first-child]:pl-gutter lg:pb-7',
              index === 2 && 'lg:pl-gutter',
              // The last of two, and of three.
              (index === 1 || index === 4) && 'lg:pr-gutter',
            )}
          >
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
