import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { deliversFree } from '@/domain/cart/delivery-fee'
import { formatPaise } from '@/domain/money'
import { rich } from '@/language/rich'
import { ownWords, t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { SellerFacts } from './seller-facts'

/**
 * The words of the information pages while the shop has written none of its own (a `pages` record with the page's
 * slug takes their place). What they say about charges is read from the settings, so that they cannot contradict the
 * checkout. Policies are English in every language of the interface: what was agreed to is this text, not somebody's
 * translation.
 */

/** Only what the settings know: a story is the shop's own to tell. */
export function AboutText() {
  const mission = ownWords(useSettings().footer_mission)
  return (
    <>
      {mission && <p lang={textLanguage(mission)}>{mission}</p>}
      <p>
        {rich('If something is not right, {link} and a person will answer.', {
          link: <Link to={paths.contact()}>{t('write to us')}</Link>,
        })}
      </p>
      <SellerFacts />
    </>
  )
}

export function ShippingText() {
  const settings = useSettings()
  return (
    <>
      <h2>When it reaches you</h2>
      <p>
        We post orders within three working days. Delivery inside India usually takes three to seven working days, and
        up to ten in remote areas. We do not post abroad yet.
      </p>
      <h2>What it costs</h2>
      {deliversFree(settings) ? (
        <p>Delivery inside India is free on every order.</p>
      ) : (
        <p>
          {settings.delivers_by_pin
            ? 'What delivery costs depends on the PIN code, and is said before you pay. It is free from '
            : `Delivery inside India costs ${formatPaise(settings.shipping_fee)}, and is free from `}
          {formatPaise(settings.free_shipping_from)}.
        </p>
      )}
      {settings.minimum_order > 0 && <p>The smallest order we accept is {formatPaise(settings.minimum_order)}.</p>}
      <h2>Following your parcel</h2>
      <p>
        <Link to={paths.trackOrder()}>Track an order</Link> shows how far it has come. If it has not moved for five
        days, <Link to={paths.contact()}>write to us</Link> and we will follow it up.
      </p>
      <h2>When it arrives</h2>
      <p>
        We pack in paper and card. Please open the parcel within two days, so that any damage in transit can be claimed.
      </p>
    </>
  )
}

export function TermsText() {
  const { store_name } = useSettings()
  return (
    <>
      <p>This shop is run by {store_name}, a small maker in India. By ordering you agree to these terms.</p>
      <h2>What you get</h2>
      <p>
        What is made by hand varies a little from the pictures in colour, print and size. Pictures are a guide, not a
        promise of an exact match.
      </p>
      <p>
        What we sell for the skin is no medicine, and we make no medical claims. Please read the ingredients, and try a
        small patch first if your skin reacts easily.
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in Indian rupees and include taxes. The total you see before you place the order is the total we
        charge. If we list a price by mistake, we will tell you and you may cancel for a full refund.
      </p>
      <h2>Changing your mind</h2>
      <p>
        See <Link to={paths.refunds()}>cancellations and refunds</Link>.
      </p>
      <h2>Law</h2>
      <p>These terms are governed by the laws of India. Nothing in them takes away a right the law gives you.</p>
    </>
  )
}

export function RefundsText() {
  return (
    <>
      <h2>Cancelling</h2>
      <p>
        You may cancel free of charge until the parcel is posted: on your order’s page until it is packed, after that{' '}
        <Link to={paths.contact()}>write or call</Link> with your order number.
      </p>
      <h2>Returning what you bought</h2>
      <p>
        Unused things can be returned within seven days of delivery, with tags on. We refund the price; return postage
        is yours unless the fault is ours.
      </p>
      <h2>Soap, and what else touches the skin</h2>
      <p>
        For hygiene, it can be returned only if it reached you damaged or wrong. Send us a photograph within two days
        and we will replace or refund it.
      </p>
      <h2>Refunds</h2>
      <p>
        Refunds go to the method you paid with, within seven working days of our receiving the return. Cash-on-delivery
        orders are refunded to a bank account or UPI.
      </p>
    </>
  )
}
