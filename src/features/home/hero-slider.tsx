import ArrowLeft from '@lucide/icons/icons/arrow-left'
import ArrowRight from '@lucide/icons/icons/arrow-right'
import Pause from '@lucide/icons/icons/pause'
import Play from '@lucide/icons/icons/play'
import { useEffect, useRef, useState } from 'react'
import { picturePreloads } from '@/api/files'
import type { Slide } from '@/domain/site/slide'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { useReducedMotion } from '@/lib/media-query'
import { savesData } from '@/lib/saves-data'
import { IconButton } from '@/ui/icon-button'
import { DESKTOP } from '@/ui/picture'
import { heroPicture, PHOTO_BOX } from './hero-picture'
import { HeroSlide } from './hero-slide'

/** Time on a slide, ms (HOME-04). */
const HERO_INTERVAL_MS = 5000
/** Time before its turn when a slide's picture is fetched, ms: who leaves the hero sooner has not paid for it. */
const HERO_AHEAD_MS = 2500

/**
 * The slides of the hero (HOME-04): 5 s each, round and round, a fade of 1 s, previous, next and dots. Stands still
 * while it is pointed at, holds the keyboard's focus, is out of sight or was paused, and for people who asked for
 * less motion or few bytes.
 */
export function HeroSlider({ slides, making }: { slides: readonly Slide[]; making: boolean }) {
  const [shown, setShown] = useState(0)
  const [held, setHeld] = useState({ pointer: false, focus: false, hidden: false, paused: false })
  const reducedMotion = useReducedMotion()
  const current = shown % slides.length
  const several = slides.length > 1
  const running = several && !reducedMotion && !held.pointer && !held.focus && !held.hidden && !held.paused

  useEffect(() => {
    if (!running) return
    // Named as a dependency: choosing a slide by hand gives it its full time.
    const timer = setTimeout(() => setShown((current + 1) % slides.length), HERO_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [running, current, slides.length])

  // Where few bytes are wanted the others come when they are asked for.
  useTabHidden((hidden) => setHeld((now) => ({ ...now, hidden: hidden || savesData() })))
  const ready = useReadySlides(slides, current, running, held.pointer || held.focus)

  const show = (index: number) => setShown((index + slides.length) % slides.length)
  return (
    <section
      aria-roledescription={t('carousel')}
      aria-label={t('Featured')}
      className="relative bg-page"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      // A tap leaves the focus on its button; only the keyboard's focus means that someone is reading here.
      onFocus={(event) => setHeld((now) => ({ ...now, focus: event.target.matches(':focus-visible') }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      <div className="grid grid-cols-1" aria-live={running ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <HeroSlide
            key={slide.id}
            slide={slide}
            position={t('{number} of {total}', { number: index + 1, total: slides.length })}
            shown={index === current}
            first={index === 0}
            making={making && index === 0}
            drawn={index === 0 || index === current || ready.has(slide.id)}
          />
        ))}
      </div>
      {several && (
        <SlideButtons
          slides={slides}
          current={current}
          paused={held.paused}
          onShow={show}
          onPause={reducedMotion ? undefined : () => setHeld((now) => ({ ...now, paused: !now.paused }))}
        />
      )}
    </section>
  )
}

/** Tells whether the tab is hidden, now and whenever that changes. */
function useTabHidden(tell: (hidden: boolean) => void): void {
  const latest = useRef(tell)
  useEffect(() => {
    const onVisibility = () => latest.current(document.visibilityState === 'hidden')
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
}

/**
 * Ids of the slides whose picture is there: the first view needs one, the next comes shortly before its turn, or when a
 * hand is near the buttons (`wanted`).
 */
function useReadySlides(
  slides: readonly Slide[],
  current: number,
  running: boolean,
  wanted: boolean,
): ReadonlySet<string> {
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set())
  const next = (current + 1) % slides.length
  const upcoming = next > 0 ? slides[next] : undefined
  useEffect(() => {
    if (!upcoming || ready.has(upcoming.id) || !(running || wanted)) return
    const fetchPicture = async () => {
      const { source, sizes, desktop } = heroPicture(upcoming)
      if (source) {
        const image = new Image()
        const wanted = desktop && matchMedia(DESKTOP).matches ? desktop : { srcSet: source.srcSet, sizes }
        image.sizes = wanted.sizes
        image.srcset = wanted.srcSet
        image.src = source.src
        await image.decode()
      }
      setReady((now) => new Set(now).add(upcoming.id))
    }
    const timer = setTimeout(() => picturePreloads.add(fetchPicture), wanted ? 0 : HERO_INTERVAL_MS - HERO_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [upcoming, ready, running, wanted])
  return ready
}

interface SlideButtonsProps {
  slides: readonly Slide[]
  current: number
  paused: boolean
  onShow: (index: number) => void
  /** Left out where nothing moves. */
  onPause: (() => void) | undefined
}

/**
 * On the picture. Arrows lie at its sides for fingers; from 1024 px on they and Pause show beside the dots when wanted.
 * Pause is the first for the keyboard (WAI-ARIA's carousel pattern), and on a phone moves no dot when it comes.
 */
function SlideButtons({ slides, current, paused, onShow, onPause }: SlideButtonsProps) {
  return (
    <div
      className={classNames(
        PHOTO_BOX,
        'group/slides wrap pointer-events-none absolute inset-x-0 top-0 z-2 flex items-end justify-end gap-1.5 pb-1 text-on-photo *:pointer-events-auto lg:justify-start lg:pb-4 forced-colors:*:bg-[Canvas]',
      )}
    >
      {onPause && (
        <IconButton
          label={paused ? t('Play slides') : t('Pause slides')}
          icon={paused ? Play : Pause}
          size={16}
          className={classNames(WHEN_WANTED, 'lg:order-2')}
          onClick={onPause}
        />
      )}
      <div className="-mr-2 flex lg:-ml-2.5">
        {slides.map((slide, index) => (
          <button
            key={slide.id}
            type="button"
            aria-label={t('Go to slide {number}', { number: index + 1 })}
            aria-current={index === current || undefined}
            className="group grid size-11 place-items-center"
            onClick={() => onShow(index)}
          >
            <span className="h-0.5 w-6 bg-current opacity-30 forced-colors:bg-[CanvasText] group-hover:opacity-60 group-aria-[current]:opacity-100" />
          </button>
        ))}
      </div>
      <IconButton
        label={t('Previous slide')}
        icon={ArrowLeft}
        className={classNames(ARROW, 'left-0')}
        onClick={() => onShow(current - 1)}
      />
      <IconButton
        label={t('Next slide')}
        icon={ArrowRight}
        className={classNames(ARROW, 'right-0')}
        onClick={() => onShow(current + 1)}
      />
    </div>
  )
}

/** Seen from 1024 px on when the pointer or the keyboard is near, and wherever fingers are. */
const WHEN_WANTED =
  'transition-opacity hover:bg-paper/50 pointer-fine:lg:not-group-focus-within/slides:not-in-[section:hover]:opacity-0'
const ARROW = classNames(
  WHEN_WANTED,
  'max-lg:absolute max-lg:top-1/2 max-lg:-translate-y-1/2 max-lg:not-focus-visible:opacity-0',
)
