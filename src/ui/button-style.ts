import { classNames } from '@/lib/class-names'

type ButtonLook = 'primary' | 'line' | 'ghost'

export interface ButtonStyle {
  /** One `primary` in view at a time; `line` is outlined; `ghost` is underlined text. */
  look?: ButtonLook
  /** 54 px instead of 48: buy row, sheet, checkout. */
  large?: boolean
  block?: boolean
  className?: string
}

// Mukta sits high in its box: 2 px more on top centres the label.
const BASE =
  'inline-flex items-center justify-center gap-2.5 rounded border pt-0.5 text-center font-medium leading-tight transition-colors duration-base ease-out'

const LOOKS: Record<ButtonLook, string> = {
  primary:
    'border-primary-edge bg-primary px-7 text-on-primary hover:bg-primary-hover active:bg-primary-hover active:duration-fast',
  line: 'border-line-strong px-7 text-ink hover:border-ink hover:bg-sunken',
  ghost: 'link min-w-11 border-transparent text-left text-ink',
}

const DISABLED = 'off:border-line off:bg-sunken off:text-ink-3 off:no-underline'

export function buttonClass({ look = 'primary', large, block, className }: ButtonStyle): string {
  const height = look === 'ghost' ? 'min-h-11' : large ? 'min-h-[54px]' : 'min-h-12'
  return classNames(BASE, LOOKS[look], height, DISABLED, block && 'w-full', className)
}
