import { configuredOrigins, type ProviderPage, type Sources } from '../lib/page-sources'

/** Scripts of the build import this file: nothing of the record store is used but the environment. */
declare const $os: { getenv(name: string): string }

const FRAMES = ['https://checkout.razorpay.com', 'https://api.razorpay.com']

/**
 * Checkout's own script brings the provider's risk detection along from a second host; its bank pages and reports
 * have further ones.
 */
const RAZORPAY: Sources = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  connect: ['https://*.razorpay.com'],
  img: ['https://*.razorpay.com'],
  frame: FRAMES,
  form: FRAMES,
}

const isSetUp = (): boolean => $os.getenv('RAZORPAY_KEY_ID') !== ''

export const razorpayPage: ProviderPage = {
  sources() {
    if (!isSetUp()) return []
    const script = configuredOrigins('RAZORPAY_CHECKOUT_URL')
    const both = [...script, ...configuredOrigins('RAZORPAY_API_URL')]
    return [RAZORPAY, { script, connect: both, frame: both, form: both }]
  },
  frames: () => (isSetUp() ? FRAMES : []),
}
