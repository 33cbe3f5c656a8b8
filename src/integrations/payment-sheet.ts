/** What comes back from the provider after a payment; only the store can tell whether it is genuine. */
export interface PaymentReturn {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export interface SheetRequest {
  key: string
  order_id: string
  /** Paise. */
  amount: number
  currency: 'INR'
  /** Of the shop, shown at the sheet's top. */
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  /** Where a browser that cannot come back to this page is sent after paying. */
  returnUrl: string
}

/** How the sheet was left. Closed does not mean that no money moved. */
export type SheetAnswer = { kind: 'returned'; fields: PaymentReturn } | { kind: 'closed' }

export interface PaymentSheet {
  answer: Promise<SheetAnswer>
  /** Takes the sheet away; `answer` becomes closed. */
  close: () => void
}

/** The part of a provider that runs in the page. */
export interface ProviderSheet {
  /** Address of its script. */
  script: string
  /**
   * Opens the provider's sheet over the page (ORDER-04).
   * @param onFailure called with the provider's reason code for each try that failed; the sheet stays open for another
   * @throws when the script does not arrive
   */
  open(request: SheetRequest, onFailure: (reason: string) => void): Promise<PaymentSheet>
}
