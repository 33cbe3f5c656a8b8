import ImageOff from '@lucide/icons/icons/image-off'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { useServed } from '@/lib/hydrated'
import { useLine } from '@/lib/line'
import { useNearView } from '@/lib/near-view'
import { lightSizes, savesData } from '@/lib/saves-data'
import { Icon } from './icon'

/** Addresses of one picture; `pictureSource` of the api room makes them from a record's file. */
interface PictureSource {
  src: string
  srcSet?: string
  /** A tiny version as a data address, blurred behind the picture until it paints. */
  thumb?: string
}

interface PictureProps {
  /** Without a source the placeholder stands: `No image URL provided`. */
  source: PictureSource | null | undefined
  /** What is seen; empty when the text beside it says the same. */
  alt: string
  sizes?: string
  /** Another picture of the same box from 1024 px on. */
  desktop?: { srcSet: string; sizes: string }
  /** Loads at once and first; never faded in. For the largest picture of the first view only. */
  priority?: boolean
  /** Box: give it a size or an aspect ratio. */
  className?: string
  /** Of the img itself, such as `object-center`. */
  imageClassName?: string
  /** Nothing stands in its place when there is none or it failed. */
  optional?: boolean
}

/** The file last shown of each picture, by its `src`: in the browser's cache, and so there at once in another size. */
const shownFiles = new Map<string, string>()

type State = 'initial' | 'loading' | 'loaded' | 'failed'

/**
 * How far outside the view pictures begin to load, px. Those of a rendered page as well: what browsers do for
 * `loading="lazy"` fetches up to 2,500 px ahead on a slow line, and for a page of cards that is all of them.
 * Thumbnails drawn in the browser come earlier, as it sees fit.
 */
export const PictureMargin = createContext(0)

/** Time until a slow picture shows its spinner, ms; quick ones never do. */
const SPINNER_DELAY_MS = 400

/** Where `desktop` begins to hold. */
export const DESKTOP = '(min-width: 64em)'

/** How the browser loads the largest picture of the first view, and all others. */
const FIRST = { loading: 'eager', fetchPriority: 'high', decoding: 'sync' } as const
const LATER = { loading: 'lazy', decoding: 'async' } as const

/**
 * A photograph in a box that keeps its place: blurred thumbnail and spinner while loading, the picture, or a
 * placeholder when it failed (IMG-02). On a rendered page the largest picture is in the HTML; the others wait there
 * (`data-src`) until they come near, which inline/near-pictures.ts watches before the page comes alive, and stand in
 * `noscript` as well. Only pictures still on their way when the page comes alive are faded in.
 */
export function Picture(props: PictureProps) {
  // Another picture starts over: what became of the last one says nothing about it.
  return <PictureBox key={props.source?.src ?? ''} {...props} />
}

function PictureBox({ source, alt, sizes, desktop, priority, className, imageClassName, optional }: PictureProps) {
  const served = useServed()
  const [box, drawn] = useDrawn(priority)
  const [state, image] = usePictureState(source?.src, drawn)
  if (!source || state === 'failed')
    return optional ? null : <NoPicture source={source} alt={alt} className={className} />
  const { src, srcSet } = source
  const photograph = (
    <img
      {...image}
      // The sizes that the server wrote stand until it may load.
      {...(drawn ? { src, srcSet, sizes: lightSizes(sizes) } : { 'data-src': src, 'data-srcset': srcSet, sizes })}
      // It may have come near, and have its address, before the page came alive.
      suppressHydrationWarning
      alt={alt}
      {...(priority ? FIRST : LATER)}
      className={classNames(
        'photo relative size-full object-cover transition-opacity duration-slow ease-out',
        state === 'loading' && !priority && 'opacity-0',
        imageClassName,
      )}
    />
  )
  return (
    <div ref={box} className={classNames('relative overflow-hidden bg-tile', className)}>
      {state !== 'loaded' && (drawn || !served) && <Meanwhile source={source} served={served} />}
      {orOnDesktop(photograph, drawn, desktop)}
      {served && !priority && (
        <noscript>
          {/* Of one width: a set for each picture again would be carried by everybody. */}
          <img
            src={src}
            alt={alt}
            loading="lazy"
            className={classNames('photo absolute inset-0 size-full object-cover', imageClassName)}
          />
        </noscript>
      )}
      {state === 'loading' && <SlowMark />}
    </div>
  )
}

function orOnDesktop(photograph: ReactNode, drawn: boolean, desktop: PictureProps['desktop']) {
  if (!desktop || !drawn) return photograph
  return (
    <picture>
      <source media={DESKTOP} srcSet={desktop.srcSet} sizes={desktop.sizes} />
      {photograph}
    </picture>
  )
}

/** Below a picture that is on its way: the file the browser has of it in another size, else the blurred thumbnail. */
function Meanwhile({ source: { src, thumb }, served }: { source: PictureSource; served: boolean }) {
  const [shown] = useState(() => (served ? undefined : shownFiles.get(src)))
  const file = shown ?? thumb
  return (
    file && (
      <img
        src={file}
        alt=""
        aria-hidden="true"
        decoding={shown ? 'sync' : undefined}
        className={classNames('photo absolute inset-0 size-full object-cover', !shown && 'scale-106 blur-md')}
      />
    )
  )
}

/** Whether the picture may load by now, for its box. */
function useDrawn(priority: boolean | undefined) {
  const margin = useContext(PictureMargin)
  const [box, near] = useNearView<HTMLDivElement>(savesData() ? 0 : margin)
  return [box, near || priority === true] as const
}

/** What became of a picture, and what its img needs so that it is known. */
function usePictureState(src: string | undefined, drawn: boolean) {
  const [state, setState] = useState<State>('initial')
  const ref = useRef<HTMLImageElement>(null)
  const onLoad = () => {
    setState('loaded')
    if (src && ref.current) shownFiles.set(src, ref.current.currentSrc)
  }
  const onError = () => setState('failed')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two are new each time and always do the same
  useEffect(() => {
    const element = ref.current
    if (!src || !element || !drawn) return
    // What happened before hydration raised no event that React could hear.
    if (!element.complete) setState('loading')
    else if (element.naturalWidth > 0) onLoad()
    else onError()
  }, [src, drawn])
  const here = useLine()
  useEffect(() => {
    // Once the line is back.
    if (!here) return () => setState((before) => (before === 'failed' ? 'initial' : before))
  }, [here])
  return [state, { ref, onLoad, onError }] as const
}

function NoPicture({ source, alt, className }: Pick<PictureProps, 'source' | 'alt' | 'className'>) {
  const failure = source ? t('Failed to load image') : t('No image URL provided')
  return (
    <div className={classNames('grid place-items-center overflow-hidden bg-tile text-ink-3', className)}>
      <div role="img" aria-label={alt ? `${alt}: ${failure}` : failure}>
        <Icon of={ImageOff} size={28} strokeWidth={1.25} />
      </div>
    </div>
  )
}

/** The spinner of a picture that takes long. */
function SlowMark() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SPINNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    // A status by role, but silent: a page of slow pictures must not talk over everything else.
    <div
      role="status"
      aria-live="off"
      aria-label={t('Loading image')}
      className="absolute inset-0 grid place-items-center"
    >
      <span
        aria-hidden="true"
        className="size-7 animate-[spin_.9s_linear_infinite] rounded-full border-[1.5px] border-line border-t-primary"
      />
    </div>
  )
}
