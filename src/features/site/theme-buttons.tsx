import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { THEME_CHOICES } from './theme-menu'
import { chooseThemeMode, useThemeMode } from './theme-mode'

/** The choice of the theme as three buttons, at the foot of the phone's menu. */
export function ThemeButtons() {
  const chosen = useThemeMode()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out inside this row
    <div role="group" aria-label={t('Theme')} className="-mr-3 flex">
      {THEME_CHOICES.map(({ mode, label, icon }) => (
        <button
          key={mode}
          type="button"
          aria-label={t(label)}
          aria-pressed={mode === chosen}
          onClick={() => chooseThemeMode(mode)}
          className={classNames(
            'grid size-11 place-items-center border-b-2 hover:bg-sunken',
            mode === chosen ? 'border-ink' : 'border-transparent',
          )}
        >
          <Icon of={icon} />
        </button>
      ))}
    </div>
  )
}
