import type { InputHTMLAttributes } from 'react'
import { classNames } from '@/lib/class-names'
import { EDGE } from './swatch'

interface SwatchRadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The radio's accessible name. */
  label: string
  hex: string
  /** Shown with a slash. */
  out?: boolean
}

/** One choice of a colour: a 28 px disc in a 44 px target. Put several into a fieldset named by its legend. */
export function SwatchRadio({ label, hex, out, ...rest }: SwatchRadioProps) {
  return (
    <label title={label} className="relative grid size-11 cursor-pointer place-items-center">
      <input
        {...rest}
        type="radio"
        aria-label={label}
        className="peer absolute inset-0 appearance-none rounded-full outline-none"
      />
      <i
        aria-hidden="true"
        className={classNames(
          'pointer-events-none relative size-7 rounded-full outline-offset-4 forced-color-adjust-none peer-checked:outline-[1.5px] peer-checked:outline-ink peer-focus-visible:outline-[3px] peer-focus-visible:outline-ink',
          // In the system's own contrast colours the disc keeps its hue; its ring must stand out from their ground.
          'forced-colors:peer-checked:outline-[color:CanvasText] forced-colors:peer-focus-visible:outline-[color:Highlight]',
          EDGE,
          out && 'opacity-60',
        )}
        style={{
          background: out
            ? `linear-gradient(135deg, transparent 48.5%, var(--page) 48.5% 51.5%, transparent 51.5%), ${hex}`
            : hex,
        }}
      />
    </label>
  )
}
