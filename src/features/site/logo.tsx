import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileUrl } from '@/api/files'
import { useSettings } from '@/api/settings'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { logoOptions } from './queries'

/** Pause before a logo that failed is asked for once more, ms. */
const RETRY_MS = 1500

/**
 * The shop's logo from the `assets` record (NAV-07). A spinner stands in its place while it is on its way or is being
 * tried again; when it cannot be had, the store's name stands there as text. Never a broken image. `className` sets
 * the height.
 */
export function Logo({ className }: { className: string }) {
  const { data, isPending } = useQuery(logoOptions())
  const { store_name: name } = useSettings()
  const [state, setState] = useState<'showing' | 'waiting' | 'retrying' | 'failed'>('showing')
  const image = useRef<HTMLImageElement>(null)

  const fail = () => setState((current) => (current === 'retrying' ? 'failed' : 'waiting'))

  useEffect(() => {
    // A failure before hydration raised no event that React could hear.
    if (image.current?.complete && image.current.naturalWidth === 0) setState('waiting')
  }, [])

  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => setState('retrying'), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state])

  if (isPending || state === 'waiting') {
    return (
      <span
        role="status"
        aria-label={t('Loading logo')}
        className={classNames('flex aspect-[7.6] items-center', className)}
      >
        <span
          aria-hidden="true"
          className="size-5 animate-[spin_.9s_linear_infinite,fade-in_200ms_400ms_both] rounded-full border-[1.5px] border-line border-t-primary"
        />
      </span>
    )
  }
  if (!data || state === 'failed') {
    return (
      <span className="whitespace-nowrap font-display text-[clamp(1.125rem,5vw,1.375rem)] leading-none">{name}</span>
    )
  }
  return (
    <img
      ref={image}
      src={fileUrl(data, data.file)}
      alt={data.alt || name}
      onError={fail}
      // A box of one shape, so that nothing moves when the picture arrives. One upload serves both themes: dark turns
      // lightness over and keeps the hues.
      className={classNames(
        'aspect-[7.6] w-auto max-w-[55vw] object-contain object-left dark:hue-rotate-180 dark:invert',
        className,
      )}
    />
  )
}
