import type { PaymentReturn, PaymentSheet, ProviderSheet, SheetAnswer, SheetRequest } from './payment-sheet'

/**
 * Razorpay's checkout script. Another address stands in for it where Razorpay itself cannot be reached.
 */
const SCRIPT_URL: string = import.meta.env?.VITE_PAYMENT_SCRIPT_URL || 'https://checkout.razorpay.com/v1/checkout.js'

/** How long the script may take before it counts as blocked, ms. */
const SCRIPT_TIMEOUT_MS = 20_000
/** How long the provider's sheet waits for the shopper, s: half of the time for which an order is kept. */
const SHEET_TIMEOUT_S = 900

interface FailureEvent {
  error?: { reason?: unknown }
}

interface Razorpay {
  open(): void
  close(): void
  on(event: 'payment.failed', listener: (failure: FailureEvent) => void): void
}

type RazorpayConstructor = new (options: object) => Razorpay

declare global {
  interface Window {
    Razorpay?: RazorpayConstructor
  }
}

let loading: Promise<RazorpayConstructor> | undefined

/**
 * Fetches and runs the provider's script unless it has run already. @throws when it does not arrive or is blocked;
 * the next call tries anew
 */
function loadPaymentScript(): Promise<RazorpayConstructor> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  loading ??= fetchPaymentScript().finally(() => {
    loading = undefined
  })
  return loading
}

function fetchPaymentScript(): Promise<RazorpayConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('The payment script did not load'))
    }
    const timer = setTimeout(fail, SCRIPT_TIMEOUT_MS)
    script.src = SCRIPT_URL
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      // A blocker may answer with an empty script.
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    document.head.append(script)
  })
}

/**
 * Browsers inside other apps, where the provider's sheet cannot report back to the page (Razorpay, "Handle redirects
 * in in-app browsers"): there it sends the shopper to an address instead.
 */
const IN_APP_BROWSER = /Instagram|FBAN|FBAV|Opera Mini|UCBrowser/i

/** The shop's colour as the sheet understands it: six hexadecimal digits, or nothing. */
function sheetColour(): string | undefined {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined
}

async function open(request: SheetRequest, onFailure: (reason: string) => void): Promise<PaymentSheet> {
  const Provider = await loadPaymentScript()
  const { returnUrl, ...asked } = request
  const redirected = IN_APP_BROWSER.test(navigator.userAgent)
  const color = sheetColour()
  let settle: (answer: SheetAnswer) => void = () => undefined
  const answer = new Promise<SheetAnswer>((resolve) => {
    settle = resolve
  })
  const sheet = new Provider({
    ...asked,
    ...(color && { theme: { color } }),
    ...(redirected
      ? { callback_url: returnUrl, redirect: true }
      : { handler: (fields: PaymentReturn) => settle({ kind: 'returned', fields }) }),
    modal: { ondismiss: () => settle({ kind: 'closed' }), confirm_close: true, escape: true, backdropclose: false },
    retry: { enabled: true },
    timeout: SHEET_TIMEOUT_S,
    // Typing a UPI address ended in February 2026 (NPCI); apps and QR codes stay.
    config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } },
  })
  sheet.on('payment.failed', ({ error }) => onFailure(typeof error?.reason === 'string' ? error.reason : ''))
  sheet.open()
  return {
    answer,
    close: () => {
      sheet.close()
      settle({ kind: 'closed' })
    },
  }
}

export const razorpaySheet: ProviderSheet = { script: SCRIPT_URL, open }
