import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { linkTarget } from '@/domain/link'
import type { Slide } from '@/domain/site/slide'
import { track } from '@/integrations/analytics'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { ButtonLink } from '@/ui/button-link'
import { buttonClass } from '@/ui/button-style'
import { Picture } from '@/ui/picture'
import { heroPicture, PHOTO_BOX } from './hero-picture'

/** Length of the fade, ms (HOME-04). */
const HERO_FADE_MS = 1000

/** Id of what tells how things are made, where the second link leads. */
export const MAKING_ID = 'making'

interface HeroSlideProps {
  slide: Slide
  /** `1 of 3`. */
  position: string
  shown: boolean
  first: boolean
  /** Leads to how things are made as well. */
  making: boolean
  /** Whether its picture may load yet. */
  drawn: boolean
}

/**
 * One slide: picture with its overlay (HOME-06), title, subtitle and where it leads (HOME-05). Slides lie on top of
 * each other, so the tallest text sets the height for all.
 */
export function HeroSlide({ slide, position, shown, first, making, drawn }: HeroSlideProps) {
  const picture = heroPicture(slide)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a carousel, not of a form
    <div
      role="group"
      aria-roledescription={t('slide')}
      aria-label={position}
      inert={!shown}
      style={{ '--fade': `${HERO_FADE_MS}ms` } as CSSProperties}
      className={classNames(
        'relative col-start-1 row-start-1 flex flex-col bg-page transition-[opacity,visibility]',
        // The arriving slide fades in over the leaving one, which stays as it is until it is covered.
        shown ? 'z-1 opacity-100 duration-(--fade) ease-out' : 'invisible opacity-0 delay-(--fade) duration-0',
      )}
    >
      {drawn && picture.source ? (
        <Picture
          {...picture}
          alt=""
          priority={first}
          className={PHOTO_BOX}
          imageClassName="object-[89%_20%] lg:object-[100%_46%]"
        />
      ) : (
        <div className={classNames(PHOTO_BOX, 'bg-tile')} />
      )}
      {slide.needsOverlay && (
        // Under the words, which end before 50%, even a white photograph becomes dark enough for them.
        <div className="absolute inset-0 hidden bg-linear-to-r from-[rgb(34_29_25/.68)] from-50% to-[rgb(34_29_25/0)] to-85% lg:block" />
      )}
      <div
        className={classNames(
          'flex-1 px-gutter pt-5 pb-5.5 transition-opacity lg:absolute lg:inset-0 lg:flex lg:items-center lg:p-0',
          // Two texts on one spot cannot be read: the old one goes before the new one comes.
          shown ? 'opacity-100 delay-200 duration-slow' : 'opacity-0 duration-base',
          slide.needsOverlay ? 'lg:text-paper' : 'lg:text-on-photo',
        )}
      >
        {/* From 1024 px the words lie on the photograph, whose left 37% is empty. */}
        <div className="lg:mx-auto lg:w-full lg:max-w-[calc(var(--max)+2*var(--gutter))] lg:px-gutter lg:pb-10 lg:*:max-w-[calc(36.5vw-max(var(--gutter),(100vw-var(--max))/2))]">
          <SlideWords slide={slide} making={making} />
        </div>
      </div>
    </div>
  )
}

/** Title, subtitle and where the slide leads. */
function SlideWords({ slide, making }: Pick<HeroSlideProps, 'slide' | 'making'>) {
  const { title, subtitle, needsOverlay, link, action } = slide
  const target = linkTarget(link)
  const explore = () =>
    track({ event: 'button_click', button_name: `Explore ${title}`.trim(), button_location: 'hero' })
  // Several links named "Explore" say nothing in a list of links.
  const about = title && !action ? t('Explore {title}', { title }) : undefined
  const words = action ? <span lang={textLanguage(action)}>{action}</span> : t('Explore')
  return (
    <>
      {title && (
        <h2 lang={textLanguage(title)} className="max-w-[9.2em] text-hero">
          {title}
        </h2>
      )}
      {subtitle && (
        <p
          lang={textLanguage(subtitle)}
          className={classNames(
            'mt-2.5 max-w-[32ch] text-lead leading-normal lg:mt-5',
            needsOverlay ? 'text-ink-2 lg:text-paper' : 'text-ink-2 lg:text-on-photo-2',
          )}
        >
          {subtitle}
        </p>
      )}
      <div className="mt-4.5 flex flex-wrap items-center gap-x-5.5 lg:mt-8">
        {target?.kind === 'internal' && (
          <ButtonLink to={target.href} aria-label={about} onClick={explore} className={EXPLORE}>
            {words}
          </ButtonLink>
        )}
        {target?.kind === 'external' && (
          <a
            href={target.href}
            aria-label={about}
            onClick={explore}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ className: EXPLORE })}
          >
            {words}
          </a>
        )}
        {making && (
          <Link to={`#${MAKING_ID}`} className="link relative py-3">
            {t('How it is made')}
          </Link>
        )}
      </div>
    </>
  )
}

/** The button's area is the whole slide; on the photograph it keeps the light theme's colours. */
const EXPLORE =
  'min-h-[54px] w-fit after:absolute after:inset-0 after:content-[""] lg:bg-photo-primary lg:text-photo-on-primary lg:hover:bg-photo-hover lg:focus-visible:outline-on-photo'
