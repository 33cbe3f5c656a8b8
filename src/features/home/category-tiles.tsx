import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import { categoryLabel } from '@/domain/catalog/product-filter'
import { formatShortRupees } from '@/domain/money'
import { categoriesOptions } from '@/features/catalog/queries'
import { grouped, t, translate } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'
import { type TilePicture, tilePicturesOptions } from './queries'

/** At most so many categories beside the gifts. */
const CATEGORIES = 2

/**
 * Where to begin: the largest categories that have a picture of the shop (`category-soap`), and gifts (HOME-19).
 * Without pictures there is nothing.
 */
export function CategoryTiles() {
  const { data: pictures } = useQuery(tilePicturesOptions())
  const { data: categories } = useQuery(categoriesOptions())
  if (!pictures || !categories) return null
  const tiles = categories
    .filter(({ category }) => `category-${category}` in pictures)
    .slice(0, CATEGORIES)
    .map(({ category, count, from }) => ({
      to: paths.category(category),
      picture: pictures[`category-${category}`],
      name: translate(categoryLabel(category)),
      fact: from > 0 ? t('{count}, from {price}', { count, price: formatShortRupees(from) }) : grouped(count),
    }))
  if (pictures.gifting)
    tiles.push({ to: paths.gifting(), picture: pictures.gifting, name: t('Gifts'), fact: t('Ready to give') })
  if (tiles.length === 0) return null
  return (
    <ul
      aria-label={t('Categories')}
      className="wrap grid auto-cols-fr grid-cols-2 gap-0.5 px-0 sm:grid-flow-col sm:grid-cols-none"
    >
      {tiles.map((tile, index) => (
        <TileLink key={tile.to} {...tile} wide={index === tiles.length - 1 && index % 2 === 0} />
      ))}
    </ul>
  )
}

interface TileLinkProps {
  to: string
  picture: TilePicture | undefined
  name: string
  fact: string
  /** Alone in its row on phones. */
  wide: boolean
}

function TileLink({ to, picture, name, fact, wide }: TileLinkProps) {
  return (
    <li className={classNames('min-w-0', wide && 'col-span-2 sm:col-auto')}>
      <Link to={to} className="group relative block focus-visible:-outline-offset-2">
        <Picture
          source={picture && pictureSource(picture, picture.file)}
          alt=""
          sizes={wide ? '(min-width: 37.5em) 34vw, 100vw' : '(min-width: 37.5em) 34vw, 50vw'}
          className={classNames(wide ? 'aspect-[2/1]' : 'aspect-[4/5]', 'sm:aspect-[4/5] lg:aspect-auto lg:h-115')}
        />
        <span
          className={classNames(
            'flex flex-wrap items-baseline justify-between gap-x-2 px-3 pt-2.5 pb-4 in-[li:first-child]:pl-gutter in-[li:last-child]:pr-gutter',
            wide ? 'max-sm:pl-gutter' : 'max-sm:in-[li:nth-child(even)]:pr-gutter',
          )}
        >
          <span className="font-display text-h3 group-hover:underline lg:text-[1.625rem]">{name}</span>
          <span className="text-ink-3 text-xs lg:text-sm">{fact}</span>
        </span>
      </Link>
    </li>
  )
}
