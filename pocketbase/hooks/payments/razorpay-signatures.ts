import type { ReturnedPayment } from '../../../src/domain/orders/payment-request'

/** Razorpay signs "order|payment" with the key's secret. */
export function signedReturn({ order, payment, signature }: ReturnedPayment): boolean {
  const secret = $os.getenv('RAZORPAY_KEY_SECRET')
  return secret !== '' && $security.equal($security.hs256(`${order}|${payment}`, secret), signature)
}

/**
 * Whether Razorpay signed this body with the webhook secret ("Validate Webhooks"). During a rotation it signs older
 * events with the previous secret (`RAZORPAY_WEBHOOK_SECRET_PREVIOUS`). Without a secret nothing is signed.
 */
export function signedEvent(raw: string, signature: string): boolean {
  const secrets = [$os.getenv('RAZORPAY_WEBHOOK_SECRET'), $os.getenv('RAZORPAY_WEBHOOK_SECRET_PREVIOUS')]
  return (
    signature !== '' &&
    secrets.some((secret) => secret !== '' && $security.equal($security.hs256(raw, secret), signature))
  )
}
