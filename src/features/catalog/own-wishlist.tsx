import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { storedSession } from '@/api/stored-session'
import { sharedCartItems } from '@/domain/cart/shared-cart'
import { isAvailable, type Product } from '@/domain/catalog/product'
import { formatRupees } from '@/domain/money'
import { cheaperBy, type Wish } from '@/domain/wishlist/wishlist'
import { joinCart } from '@/features/cart/add-shared-cart'
import { addToCart } from '@/features/cart/add-to-cart'
import { forgetWishes } from '@/features/wishlist/keeper'
import { useWishes } from '@/features/wishlist/store'
import { track } from '@/integrations/analytics'
import { rich } from '@/language/rich'
import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { PageHead } from '@/ui/page-head'
import { ShareButton } from '@/ui/share-button'
import { Spinner } from '@/ui/spinner'
import { putIntoCart } from './choose-colour-store'
import { DeadEnd } from './dead-end'
import { productsByIdOptions } from './shared-cart-query'
import { QueryFailed, type WishedProduct, WishGrid } from './wish-grid'

/** What the shopper has given a heart to, at today's prices (WISH-06). */
export function OwnWishlist() {
  const wishes = useWishes((state) => state.wishes)
  const query = useQuery({
    ...productsByIdOptions((wishes ?? []).map(({ product }) => product)),
    enabled: wishes !== null && wishes.length > 0,
    // Taking one away asks for the others anew: those stay in view meanwhile.
    placeholderData: (before) => before,
  })
  if (wishes?.length === 0)
    return (
      <DeadEnd title={t('No hearts given yet')}>
        {t('Press the heart on a thing you like, and you find it again here.')}
      </DeadEnd>
    )
  if (wishes && query.data) return <Wishes wishes={wishes} products={query.data} known={!query.isPlaceholderData} />
  if (query.error) return <QueryFailed title={t('Your wishlist did not load')} query={query} />
  return (
    <div className="wrap">
      <PageHead title={t('Wishlist')} />
      <Spinner label={t('Loading your wishlist')} visible className="pt-6 pb-30" />
    </div>
  )
}

interface WishesProps {
  wishes: readonly Wish[]
  products: readonly Product[]
  /** Whether the shop has answered for all of them. */
  known: boolean
}

function Wishes({ wishes, products, known }: WishesProps) {
  const { store_name: store } = useSettings()
  const wished = wishes.flatMap((wish) => {
    const product = products.find(({ id }) => id === wish.product)
    return product ? [{ wish, product, color: colourOf(product, wish) }] : []
  })
  const gone = wishes.filter((wish) => !products.some(({ id }) => id === wish.product))
  const ready = wished.filter(({ product, color }) => isAvailable(product) && !asksColour(product, color))
  const link = wished.map(({ product, color }) => ({ productId: product.id, quantity: 1, color }))
  const signedIn = storedSession() !== null
  return (
    <div className="wrap pb-section">
      <PageHead
        title={t('Wishlist')}
        lead={
          signedIn
            ? t('Kept with your account: it is on all your devices.')
            : t('Kept on this device. Sign in and it is on all of yours.')
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-7">
        <span className="text-ink-2 text-sm tabular-nums">{tn(wished.length, '{count} thing', '{count} things')}</span>
        {link.length > 0 && (
          <ShareButton
            label={t('Share')}
            title={t('My wishlist at {store}', { store })}
            path={paths.sharedWishlist(sharedCartItems(link))}
            onShared={(method) => track({ event: 'share', method, content_type: 'wishlist' })}
          />
        )}
        {ready.length > 1 && (
          <Button look="ghost" onClick={() => joinCart(ready.map((one) => ({ ...one, quantity: 1 })))}>
            {t('Add all in stock')}
          </Button>
        )}
      </div>
      <WishGrid wished={wished} label={t('Wishlist')} foot={(one, wish) => <WishFoot one={one} wish={wish} />} />
      {known && gone.length > 0 && <Gone gone={gone} />}
      {!signedIn && (
        <p className="mt-10">
          {rich('{link} to keep these on every phone you use. Nothing is lost if you do not.', {
            link: (
              <Link to={paths.login(paths.wishlist())} className="link">
                {t('Sign in')}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}

/** The colour it was wanted in, as long as there is one of that name; the only one where there is one. */
function colourOf({ colors }: Product, { color }: Wish): string {
  const [first, another] = colors
  return (colors.find(({ value }) => value === color) ?? (another ? undefined : first))?.value ?? ''
}

const asksColour = ({ colors }: Product, color: string) => colors.length > 1 && color === ''

function WishFoot({ one: { product, color }, wish }: { one: WishedProduct; wish?: Wish }) {
  const less = wish ? cheaperBy(wish, product.price) : 0
  const asks = asksColour(product, color)
  return (
    <>
      {less > 0 && (
        <p className="text-accent-ink text-sm">
          {t('{amount} less than when you hearted it', { amount: formatRupees(less) })}
        </p>
      )}
      <div className="relative mt-auto pt-2.5">
        {isAvailable(product) ? (
          <Button
            look="line"
            block
            className="max-sm:px-3"
            onClick={() => (asks ? putIntoCart(product) : addToCart(product, { color }))}
          >
            {asks ? t('Choose a colour') : t('Add to Cart')}
          </Button>
        ) : (
          <ButtonLink look="line" block className="max-sm:px-3" to={paths.product(product.id, color)}>
            {t('Tell me')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Gone({ gone }: { gone: readonly Wish[] }) {
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-7">
      {tn(
        gone.length,
        '{count} thing of this list is not in the shop any more.',
        '{count} things of this list are not in the shop any more.',
      )}
      <Button look="ghost" onClick={() => forgetWishes(gone)}>
        {t('Take off the list')}
      </Button>
    </p>
  )
}
