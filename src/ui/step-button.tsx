import Minus from '@lucide/icons/icons/minus'
import Plus from '@lucide/icons/icons/plus'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

interface StepButtonProps {
  step: 1 | -1
  label?: string
  /**
   * For buttons smaller than a finger: they reach over the count's margin, and over the border as far as this class
   * says. Only there: the reaching makes something before the icon, which elsewhere would push it aside.
   */
  reach?: string
  disabled: boolean
  onClick: () => void
  className?: string
}

/** One piece more or fewer. */
export function StepButton({ step, label, reach, disabled, onClick, className }: StepButtonProps) {
  const more = step > 0
  return (
    <button
      type="button"
      aria-label={label ?? (more ? t('Increase quantity') : t('Decrease quantity'))}
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        'relative grid place-items-center disabled:text-ink-3',
        reach && (more ? 'before:right-0 before:left-[-8px]' : 'before:right-[-8px] before:left-0'),
        reach && "before:absolute before:content-['']",
        reach,
        className,
      )}
    >
      <Icon of={more ? Plus : Minus} size={16} />
    </button>
  )
}
