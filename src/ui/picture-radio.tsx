import type { InputHTMLAttributes } from 'react'
import { classNames } from '@/lib/class-names'
import { useHydrated } from '@/lib/hydrated'

interface PictureRadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The radio's accessible name. */
  label: string
  /** Address of the picture, which comes after the page's largest; the colour alone until then, or without one. */
  picture: string | undefined
  hex: string
  /** Shown with a stroke. */
  out?: boolean
}

/** One choice by its photograph, 68 px, 76 from 1024 px. Put several into a fieldset named by its legend. */
export function PictureRadio({ label, picture, hex, out, ...rest }: PictureRadioProps) {
  const alive = useHydrated()
  return (
    <label title={label} className="relative block size-17 cursor-pointer lg:size-19">
      <input {...rest} type="radio" aria-label={label} className="peer absolute inset-0 appearance-none outline-none" />
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-0 overflow-hidden bg-tile outline-offset-2 forced-color-adjust-none peer-checked:outline-2 peer-checked:outline-ink peer-focus-visible:outline-[3px] peer-focus-visible:outline-ink',
          'forced-colors:peer-checked:outline-[color:CanvasText] forced-colors:peer-focus-visible:outline-[color:Highlight]',
          out &&
            'after:absolute after:inset-0 after:bg-[linear-gradient(135deg,transparent_calc(50%-.75px),var(--ink)_calc(50%-.75px),var(--ink)_calc(50%+.75px),transparent_calc(50%+.75px))]',
        )}
        style={picture && alive ? undefined : { background: hex }}
      >
        {picture && (
          <img
            {...(alive ? { src: picture } : { 'data-src': picture })}
            // It may have its address before the page came alive.
            suppressHydrationWarning
            alt=""
            className={classNames('photo size-full object-cover', out && 'opacity-50')}
          />
        )}
      </span>
    </label>
  )
}
