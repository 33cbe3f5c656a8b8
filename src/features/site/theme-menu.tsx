import Monitor from '@lucide/icons/icons/monitor'
import Moon from '@lucide/icons/icons/moon'
import SunMedium from '@lucide/icons/icons/sun-medium'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { Icon } from '@/ui/icon'
import { ICON_BUTTON } from '@/ui/icon-button'
import { Menu } from '@/ui/menu'
import { chooseThemeMode, type ThemeMode, useThemeMode } from './theme-mode'

/** Each mode with its name and picture. */
export const THEME_CHOICES: { mode: ThemeMode; label: PlainSentence; icon: typeof Moon }[] = [
  { mode: 'light', label: 'Light', icon: SunMedium },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
]

/** The switch of the desktop header. */
export function ThemeMenu() {
  const chosen = useThemeMode()
  return (
    <Menu
      label={t('Theme')}
      className={ICON_BUTTON}
      items={THEME_CHOICES.map(({ mode, label, icon }) => ({
        label: t(label),
        icon,
        checked: mode === chosen,
        onSelect: () => chooseThemeMode(mode),
      }))}
    >
      {/* By stylesheet, not by state: the theme is known before any script of the page runs. */}
      <Icon of={SunMedium} className="dark:hidden" />
      <Icon of={Moon} className="hidden dark:block" />
    </Menu>
  )
}
