/** The payment provider's checkout script. Another address stands in for it where the provider itself cannot be reached. */
const PAYMENT_SCRIPT_URL: string =
  import.meta.env?.VITE_PAYMENT_SCRIPT_URL || 'https://checkout.razorpay.com/v1/checkout.js'

/** Lets the browser fetch the provider's script while the shopper is still typing (ORDER-04). Nothing of it runs. Returns the undoing. */
export function prefetchPaymentScript(): () => void {
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'script'
  link.href = PAYMENT_SCRIPT_URL
  document.head.append(link)
  return () => link.remove()
}
