import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { visibleLinks } from '@/domain/site/navigation'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { navigationOptions } from './queries'

/**
 * The links of the shop, as far as the navigation record shows them; all of them while it is unknown (NAV-01 to
 * NAV-03).
 */
export function MainLinks({
  className,
  linkClassName,
  onFollow,
}: {
  className: string
  linkClassName: string
  onFollow?: () => void
}) {
  const { data } = useQuery(navigationOptions())
  return (
    <ul className={className}>
      {visibleLinks(data).map(({ name, label }) => (
        <li key={name}>
          <NavLink to={paths[name]()} onClick={onFollow} className={linkClassName}>
            {t(label)}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
