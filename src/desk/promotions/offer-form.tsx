import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorSentence, fieldErrors } from '@/api/errors'
import { CODE_SIGNS } from '@/domain/desk/code-signs'
import { counted } from '@/domain/desk/list-words'
import type { PlanRow } from '@/domain/desk/price-plans'
import type { Other, PromotionRow } from '@/domain/desk/promotions'
import { formatPaise } from '@/domain/money'
import { isNoCode, plainCode } from '@/domain/offers/code'
import { newId } from '@/lib/new-id'
import { storedJson } from '@/lib/stored-json'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { CopyButton } from '../parts/copy-button'
import { Dialog } from '../parts/dialog'
import { SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk, useHost } from '../session'
import { Codes } from './codes'
import {
  formOf,
  keptKey,
  NEW_OFFER,
  NEW_PLAN,
  type NewOffer,
  nameOf,
  type Offer,
  type OfferForm,
  offerOf,
  planBody,
  previewOf,
  promotionBody,
  rowOf,
} from './offer'
import { OfferCopy } from './offer-copy'
import { OfferFields } from './offer-fields'
import { PlanWords, PromotionWords } from './offer-words'

interface OfferFormProps {
  /** One that is stored, or what is to be made. */
  offer: Offer | NewOffer
  now: number
  others: readonly Other[]
}

/** Problems by the field they stand beside: of `products.3` by `products`. */
const byField = (problems: Record<string, string>) =>
  Object.fromEntries(Object.entries(problems).map(([path, said]) => [path.split('.')[0] ?? path, said]))

/** Saves what stands in the form, and says beside its fields what is wrong. */
function useSaving(isPlan: boolean, stored: PromotionRow | PlanRow | undefined) {
  const ask = useAsk()
  const again = useAgain('promotions', 'price-plans')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const send = async <T,>(route: string, body: object): Promise<T | undefined> => {
    setBusy(true)
    setProblem('')
    setProblems({})
    try {
      return await ask<T>(`${isPlan ? 'price-plans' : 'promotions'}${route}`, { body })
    } catch (error) {
      const fields = byField(fieldErrors(error))
      setProblems(fields)
      if (Object.keys(fields).length === 0) setProblem(errorSentence(error))
      // Somebody else may have changed it: then it is shown as it is now.
      void again()
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const save = async (fields: HTMLFormElement, form: OfferForm): Promise<Offer | undefined> => {
    // It is there to be seen and has no value: without it a promotion would begin at once, or never end.
    const half = [...fields.querySelectorAll('input')].find(({ validity }) => validity.badInput)
    if (half) {
      setProblems({ [half.name]: 'Write day and time in full, or nothing.' })
      return undefined
    }
    // Sent without its code, it would be had by everybody.
    if (!isPlan && form.how === 'code' && plainCode(form.code) === '') {
      const code = isNoCode(form.code) ? CODE_SIGNS : 'Write the code.'
      setProblems({ code, ...(form.name.trim() === '' && { name: 'Write a name.' }) })
      return undefined
    }
    if (isPlan) {
      const plan = await send<PlanRow>('', planBody(form, stored))
      return plan && offerOf.plan(plan)
    }
    const promotion = await send<PromotionRow>('', promotionBody(form, stored))
    return promotion && offerOf.promotion(promotion)
  }
  return { busy, problem, problems, send, save, again }
}

/** What was typed while `sent` was on its way. */
const typedSince = (now: OfferForm, sent: OfferForm): Partial<OfferForm> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as keyof OfferForm]))

/** What can be done with it: each is sent, said, and shown in the list. */
function useDeeds(
  stored: Offer | undefined,
  form: OfferForm,
  setForm: (form: OfferForm) => void,
  beginning: OfferForm,
) {
  const row = stored && rowOf(stored)
  const { send, save, again, ...said } = useSaving(form.kind === 'plan', row)
  const toast = useToast()
  const navigate = useNavigate()
  const typed = useRef(form)
  typed.current = form
  const onSave = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (said.busy) return
    const { currentTarget } = event
    const named = stored || form.new_id ? form : { ...form, new_id: newId() }
    setForm(named)
    const saved = await save(currentTarget, named)
    if (!saved) return
    const since = typedSince(typed.current, named)
    setForm(stored ? { ...formOf(saved), ...since } : beginning)
    if (!stored && Object.keys(since).length > 0) storedJson(keptKey(saved.key)).write({ ...formOf(saved), ...since })
    await again()
    toast({ text: `${rowOf(saved).name} is saved.` })
    // Whoever has gone elsewhere meanwhile stays there.
    if (currentTarget.isConnected) navigate(`/promotions?open=${saved.key}`, { replace: true })
  }
  const deed = async (route: 'end' | 'delete') => {
    if (!row || !(await send(`/${row.id}/${route}`, {}))) return
    if (route === 'delete') navigate('/promotions', { replace: true })
    await again()
    toast({ text: `${row.name} is ${route === 'end' ? 'ended' : 'deleted'}.` })
  }
  return { ...said, onSave, deed }
}

/** A promotion or a price plan: what is typed stays on this device until it is saved. */
export function OfferEditor({ offer, now, others }: OfferFormProps) {
  const stored = typeof offer === 'string' ? undefined : offer
  const open = stored ? stored.key : String(offer)
  const beginning = stored ? formOf(stored) : offer === 'new-plan' ? NEW_PLAN : NEW_OFFER
  const [form, setForm] = useKept<OfferForm>(keptKey(open), beginning)
  const row = stored && rowOf(stored)
  const { onSave, deed, busy, problem, problems } = useDeeds(stored, form, setForm, beginning)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  const isDirty = JSON.stringify(form) !== JSON.stringify(beginning)
  const isPlan = form.kind === 'plan'
  return (
    <section aria-labelledby="offer">
      <SectionHead id="offer" title={stored ? nameOf(stored) : isPlan ? 'New price plan' : 'New promotion'}>
        {stored && <OfferCopy offer={stored} />}
      </SectionHead>
      {stored && <Became offer={stored} now={now} typed={form.updated} />}
      <form ref={ref} noValidate onSubmit={onSave} className="grid gap-3.5">
        <OfferFields
          form={form}
          set={(part) => setForm((before) => ({ ...before, ...part }))}
          problems={problems}
          state={row?.state}
        />
        {isPlan ? (
          <PlanWords form={form} stored={row} />
        ) : (
          <PromotionWords form={form} stored={row} now={now} others={others} />
        )}
        {!isPlan && form.how === 'code' && <CodeLink code={promotionBody(form, row).code} />}
        {problem && <Note kind="bad">{problem}</Note>}
        <Acts
          offer={stored}
          isPlan={isPlan}
          isDirty={isDirty}
          busy={busy}
          onLeave={() => setForm(beginning)}
          onDeed={deed}
        />
      </form>
      {stored?.promotion?.single_use && <Codes promotion={stored.promotion} />}
    </section>
  )
}

/**
 * The way to the shop as it will be with it; what became of it, and why it is not rewritten.
 * @param typed `updated` of what the form began with
 */
function Became({ offer, now, typed }: { offer: Offer; now: number; typed: string }) {
  const { promotion } = offer
  const { state, updated } = rowOf(offer)
  const seen = previewOf(offer, now)
  return (
    <>
      {seen && (
        <p className="mb-3">
          <a href={seen.href} className="link inline-flex items-center max-md:min-h-11">
            {seen.words}
          </a>
        </p>
      )}
      {promotion && promotion.orders > 0 && (
        <p className="mb-3 text-ink-2">
          {`Given to ${counted(promotion.orders, 'order')}: ${formatPaise(promotion.given)} in all.`}
        </p>
      )}
      {typed < updated && (
        <div className="mb-3.5">
          <Note kind="bad">
            Somebody has changed it since this was typed. Go back to what is saved, and change it again.
          </Note>
        </div>
      )}
      {(state === 'running' || state === 'ended') && (
        <div className="mb-3.5">
          <Note>
            {state === 'running'
              ? `It runs: what shoppers were told of it stays. Its name${promotion ? ', its words' : ''} and its end can be changed. For anything else end it, and copy it.`
              : 'It is over. Copy it to have it again.'}
          </Note>
        </div>
      )}
    </>
  )
}

interface ActsProps {
  offer: Offer | undefined
  isPlan: boolean
  isDirty: boolean
  busy: boolean
  onLeave: () => void
  onDeed: (deed: 'end' | 'delete') => void
}

/** Running ones are ended, those nobody had are deleted, the rest is kept. */
function wayOut(offer: Offer | undefined): { ends?: true; goes?: true; stays?: string } {
  if (!offer) return {}
  const { promotion } = offer
  const { state } = rowOf(offer)
  const goes = promotion ? promotion.orders === 0 : state === 'planned' || state === 'off'
  if (state === 'running') return goes ? { ends: true, goes } : { ends: true }
  if (goes) return { goes }
  return { stays: promotion ? 'It is kept: orders were placed with it.' : 'It is kept: its prices were asked.' }
}

function Acts({ offer, isPlan, isDirty, busy, onLeave, onDeed }: ActsProps) {
  const [asked, setAsked] = useState<'end' | 'delete'>()
  const row = offer && rowOf(offer)
  const { ends, goes, stays } = wayOut(offer)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {(row?.state !== 'ended' || isDirty) && (
        <Button look="primary" type="submit" busy={busy}>
          {isPlan ? 'Save the plan' : 'Save the promotion'}
        </Button>
      )}
      {ends && <Button onClick={() => setAsked('end')}>End now</Button>}
      {goes && (
        <Button look="text" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      )}
      {isDirty && (
        <>
          <Button look="text" onClick={onLeave}>
            {offer ? 'Back to what is saved' : 'Begin again'}
          </Button>
          <span className="meta">Not saved yet. It stays on this device.</span>
        </>
      )}
      {stays && <span className="meta">{stays}</span>}
      {asked && row && (
        <Sure
          asked={asked}
          name={row.name}
          isPlan={isPlan}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined)
            onDeed(asked)
          }}
        />
      )}
    </div>
  )
}

interface SureProps {
  asked: 'end' | 'delete'
  name: string
  isPlan: boolean
  onYes: () => void
  onClose: () => void
}

function Sure({ asked, name, isPlan, onYes, onClose }: SureProps) {
  return (
    <Dialog
      title={asked === 'end' ? `End ${name} now?` : `Delete ${name}?`}
      onClose={onClose}
      footer={
        <Button look={asked === 'end' ? 'primary' : 'danger'} onClick={onYes}>
          {asked === 'end' ? 'End it now' : 'Delete it'}
        </Button>
      }
      leave="Not now"
    >
      <p>{consequence(asked, isPlan)}</p>
    </Dialog>
  )
}

function consequence(asked: 'end' | 'delete', isPlan: boolean): string {
  if (asked === 'delete')
    return isPlan ? 'No price has changed by it yet.' : 'No order was placed with it. Its codes go too.'
  return isPlan
    ? 'Every price goes back at once to what it is without the plan. Orders keep what they were given.'
    : 'Nobody gets it from this moment on. Orders keep what they were given.'
}

/** `/?code=DIWALI15`: fills the code in, wherever the link is put. */
function CodeLink({ code }: { code: string }) {
  const { store } = useHost()
  if (code.length < 3) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">
        The link <b>/?code={code}</b> fills it in.
      </span>
      <CopyButton text={new URL(store.buildURL(`/?code=${code}`)).href} done="The link is copied.">
        Copy link
      </CopyButton>
    </p>
  )
}
