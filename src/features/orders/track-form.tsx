import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { errorSentence, isNotFound } from '@/api/errors'
import { useSettings } from '@/api/settings'
import { trackOrder } from '@/api/store-routes'
import { isObject, parseText } from '@/domain/json'
import { orderLabel, type TrackView } from '@/domain/orders/order'
import { type TrackRequest, trackRequestSchema } from '@/domain/orders/order-request'
import { useKeptFields } from '@/features/account/kept-fields'
import { arrivalWords } from '@/features/delivery/arrival-words'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { NUMBERS } from '@/ui/numbers'
import { Picture } from '@/ui/picture'
import { OrderProgress, Tracking } from './order-body'
import photo from './parcel.webp'

/** Where an order is, for its number and the email or mobile number it was placed with (ORDER-07). */
export function TrackForm() {
  const { register, handleSubmit, formState } = useTrackFields()
  const { errors } = formState
  const tracking = useMutation({ mutationFn: trackOrder })
  const hint = t('It begins with {prefix}', { prefix: `${useSettings().order_prefix}-` })
  return (
    <div className="grid grid-cols-1 gap-10 pb-20 lg:grid-cols-[5fr_7fr] lg:gap-18">
      <form
        noValidate
        className="flex max-w-[30rem] flex-col gap-4.5"
        onSubmit={handleSubmit((request) => {
          if (!tracking.isPending) tracking.mutate(request)
        })}
      >
        <Field label={t('Order number')} error={errors.number?.message} hint={hint}>
          {(control) => (
            <Input
              {...control}
              {...register('number')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label={t('Email or mobile number')}
          error={errors.contact?.message}
          hint={t('The one given with the order')}
        >
          {(control) => (
            <Input
              {...control}
              {...register('contact')}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="submit" large busy={tracking.isPending} className="mt-2">
          {t('Track order')}
        </Button>
        {tracking.isError && (
          <p role="alert" className="text-danger text-sm">
            {isNotFound(tracking.error)
              ? t('We found no order with this number and contact. Please check both.')
              : errorSentence(tracking.error)}
          </p>
        )}
      </form>
      {tracking.data ? <TrackedOrder key={tracking.submittedAt} order={tracking.data} /> : <ParcelPicture />}
    </div>
  )
}

/** What was typed before a reload; from an order's own page its number need not be copied. */
function useTrackFields(): UseFormReturn<TrackRequest> {
  const form = useForm<TrackRequest>({
    mode: 'onTouched',
    resolver: valibotResolver(trackRequestSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the fields.
  })
  const { setValue } = form
  useKeptFields('track', ['number', 'contact'], form)
  const { state } = useLocation()
  const known = isObject(state) ? parseText(state.number) : ''
  const filled = useRef(false)
  useEffect(() => {
    if (!known || filled.current) return
    filled.current = true
    setValue('number', known)
  }, [known, setValue])
  return form
}

function TrackedOrder({ order }: { order: TrackView }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The answer appears below or beside the form: take the reader there.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="tracked">
      <h2 id="tracked" ref={heading} tabIndex={-1} className={`${NUMBERS} text-title tracking-normal outline-none`}>
        {t('Order {number}', { number: order.number })}
      </h2>
      <p className="mt-1 text-ink-2">{translate(orderLabel(order))}</p>
      {order.arrives && <p className="font-medium">{arrivalWords(order.arrives)}</p>}
      <div className="mt-6">
        <OrderProgress order={order} />
      </div>
      {order.tracking && <Tracking tracking={order.tracking} />}
      <h3 className="mt-8 mb-2">{t('Items')}</h3>
      <ul className="grid grid-cols-1 gap-1 text-ink-2">
        {order.items.map((item) => (
          <li key={`${item.name}:${item.color}`}>
            {[item.name, translate(item.color), item.quantity].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
      <p className="mt-6 max-w-[44ch] text-ink-3 text-sm">
        {t('Address, bill and a file of everything kept about this order: open the link in the order’s email.')}
      </p>
    </section>
  )
}

/** A parcel before it goes on its way, on wide screens, in a shop that works so. */
function ParcelPicture() {
  if (!useSettings().show_making) return null
  return <Picture source={{ src: photo }} alt="" className="aspect-[4/3] max-lg:hidden lg:-mt-24" />
}
