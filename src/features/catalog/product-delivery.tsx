import { useQuery } from '@tanstack/react-query'
import { useSettings } from '@/api/settings'
import { quoteOptions } from '@/features/cart/quote-query'
import { DeliveryByPin } from '@/features/delivery/delivery-by-pin'
import { usePincode } from '@/features/delivery/kept-pincode'

/** When one piece of a product would arrive, asked for once a PIN code is known (DELIV-08). */
export function ProductDelivery({ product, colour }: { product: string; colour: string }) {
  const pincode = usePincode() ?? ''
  const { delivers_by_pin } = useSettings()
  const line = { productId: product, color: colour, quantity: 1 }
  const { data, isError, isFetching } = useQuery({
    ...quoteOptions([line], { code: '', pincode }),
    enabled: delivers_by_pin && pincode !== '',
  })
  return <DeliveryByPin quote={data} asking={isFetching} failed={isError} />
}
