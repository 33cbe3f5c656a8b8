import { webAddress } from '@/domain/link'
import type { StoreSettings } from '@/domain/site/settings'
import { classNames } from '@/lib/class-names'
import { Icon, type IconProps } from '@/ui/icon'
import { ICON_BUTTON } from '@/ui/icon-button'

/** lucide carries no brands; three marks in the same line weight. */
const MARKS = [
  {
    label: 'Instagram',
    field: 'social_instagram',
    node: [
      ['rect', { x: 3, y: 3, width: 18, height: 18, rx: 5, key: 'body' }],
      ['circle', { cx: 12, cy: 12, r: 4, key: 'lens' }],
      ['path', { d: 'M17.2 6.8h.01', key: 'light' }],
    ],
  },
  {
    label: 'Facebook',
    field: 'social_facebook',
    node: [['path', { d: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z', key: 'f' }]],
  },
  {
    label: 'YouTube',
    field: 'social_youtube',
    node: [
      [
        'path',
        {
          d: 'M2.5 17a24 24 0 0 1 0-10 2 2 0 0 1 1.4-1.4 50 50 0 0 1 16.2 0A2 2 0 0 1 21.5 7a24 24 0 0 1 0 10 2 2 0 0 1-1.4 1.4 50 50 0 0 1-16.2 0A2 2 0 0 1 2.5 17z',
          key: 'screen',
        },
      ],
      ['path', { d: 'm10 15 5-3-5-3z', key: 'arrow' }],
    ],
  },
] satisfies (IconProps['of'] & { label: string; field: keyof StoreSettings })[]

/** Links to the shop's pages elsewhere; only those the settings name. */
export function SocialIcons({ settings, className }: { settings: StoreSettings; className: string }) {
  // A merchandiser's address is followed only when it is one of the web.
  const links = MARKS.flatMap((mark) => {
    const href = webAddress(settings[mark.field])
    return href ? [{ mark, href }] : []
  })
  if (links.length === 0) return null
  return (
    <ul className={classNames('-ml-3 flex', className)}>
      {links.map(({ mark, href }) => (
        <li key={mark.field}>
          <a href={href} target="_blank" rel="noopener noreferrer" className={ICON_BUTTON}>
            <Icon of={mark} />
            <span className="sr-only">{mark.label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
