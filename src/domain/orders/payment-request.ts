import * as v from 'valibot'

/** Body of `POST /api/store/orders/{id}/payment`. */
export const paymentRequestSchema = v.object({
  method: v.optional(v.picklist(['cod', 'online'], 'Choose how to pay.'), 'online'),
})

const gatewayText = v.pipe(v.string('Send what the payment provider sent'), v.nonEmpty(), v.maxLength(200))

/**
 * Body of `POST /api/store/orders/{id}/payment/verify`: what Razorpay's script hands to the page, read as a
 * `ReturnedPayment`.
 */
export const verifyRequestSchema = v.pipe(
  v.object({ razorpay_order_id: gatewayText, razorpay_payment_id: gatewayText, razorpay_signature: gatewayText }),
  v.transform(({ razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature }) => ({
    order,
    payment,
    signature,
  })),
)

/** Body of `POST /api/store/orders/{id}/payment/test`. */
export const testPaymentSchema = v.object({
  outcome: v.picklist(['success', 'failure'], 'Choose success or failure'),
})

export type VerifyRequest = v.InferInput<typeof verifyRequestSchema>
/** The provider's numbers of its order and payment, and its signature over both. */
export type ReturnedPayment = v.InferOutput<typeof verifyRequestSchema>
export type TestPaymentRequest = v.InferOutput<typeof testPaymentSchema>
