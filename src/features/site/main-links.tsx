import { useQuery } from '@tanstack/react-query'
import { NavLink, useLocation } from 'react-router-dom'
import { visibleLinks } from '@/domain/site/navigation'
import { ownWords } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { navigationOptions } from './queries'

/**
 * The links of the shop and its own, as the navigation record shows and orders them; those of the store while it is
 * unknown (NAV-01 to NAV-03). Of two that lead to the page one is on, that with its whole address is the current one.
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
  const links = useQuery(navigationOptions()).data ?? visibleLinks(null)
  // The store's own, 50 letters, fit in a line; they must not wait for the typeface to know it.
  const isLong = links.map(({ label }) => label).join('').length > 50
  const { pathname, search } = useLocation()
  const parts = (pathname + search).split(/[?&]/)
  // What else stands there, such as a campaign's, changes no page.
  const isHere = (link: string) => link.includes('?') && link.split(/[?&]/).every((part) => parts.includes(part))
  const here = links.some(({ link }) => isHere(link))
  return (
    <ul className={classNames(className, isLong && 'lg:flex-wrap')}>
      {links.map(({ label, link }) => {
        const shown = { lang: textLanguage(ownWords(label)), className: linkClassName, children: ownWords(label) }
        return (
          <li key={label + link}>
            {link[0] === '/' ? (
              <NavLink
                {...shown}
                to={link}
                onClick={onFollow}
                aria-current={(here ? isHere(link) : !link.includes('?')) && 'page'}
              />
            ) : (
              <a {...shown} href={link} target="_blank" rel="noopener noreferrer" />
            )}
          </li>
        )
      })}
    </ul>
  )
}
