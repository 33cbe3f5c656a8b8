import type { PlanState } from '@/domain/desk/price-plans'
import { SelectField, TextArea, TextField, tieTo } from '../parts/field'
import { Segmented } from '../parts/segmented'
import { TickRow } from '../parts/switch'
import type { How, OfferForm } from './offer'
import { ProductPick } from './product-pick'
import { useGoods } from './use-goods'

export interface OfferFieldsProps {
  form: OfferForm
  set: (part: Partial<OfferForm>) => void
  problems: Readonly<Record<string, string>>
  /** Of a stored one: what of it may still be changed. */
  state: PlanState | undefined
}

const KINDS: { readonly [kind in OfferForm['kind']]: string } = {
  percent: 'Percent off',
  amount: 'Rupees off',
  free_delivery: 'Free delivery',
  gift: 'A gift',
  '': 'Nothing: it is only announced',
  plan: 'Price plan: prices change for a time',
}
const HOWS: readonly (readonly [How, string])[] = [
  ['code', 'One code for all'],
  ['single', 'Codes good once each'],
  ['automatic', 'Nobody has to type anything'],
]
const ENDINGS: readonly (readonly [OfferForm['round_to'], string])[] = [
  ['', 'No rounding'],
  ['.00', '.00'],
  ['.50', '.50'],
  ['9', '9'],
]
const PAIR = 'grid gap-x-4 gap-y-3.5 md:grid-cols-2'

export function OfferFields(props: OfferFieldsProps) {
  const { form, set, problems, state } = props
  const text = tieTo(form, problems, set)
  const isPlan = form.kind === 'plan'
  const locked = state === 'running' || state === 'ended'
  // A stored plan stays one, and a stored promotion does not become one.
  const kinds = Object.entries(KINDS).filter(([kind]) => !form.id || (kind === 'plan') === isPlan)
  return (
    <>
      <div className={PAIR}>
        <TextField label={isPlan ? 'Name, for you' : 'Name, for shoppers'} {...text('name')} autoComplete="off" />
        <SelectField label="Kind" {...text('kind')} disabled={locked || (isPlan && form.id !== '')} options={kinds} />
      </div>
      {!isPlan && (
        <TextArea
          label="In a sentence, for shoppers"
          rows={2}
          {...text('description')}
          hint="What they get and when. May stay empty."
        />
      )}
      <Moments {...props} locked={locked} />
      <fieldset disabled={locked} className="grid gap-3.5">
        {isPlan ? <PlanFields {...props} /> : <PromotionFields {...props} />}
        <Goods {...props} locked={locked} />
        {!isPlan && <Limits {...props} />}
      </fieldset>
      {!isPlan && state !== 'ended' && (
        <TickRow label="Switched on" checked={form.active} onChange={(active) => set({ active })} />
      )}
    </>
  )
}

function Moments({ form, set, problems, state, locked }: OfferFieldsProps & { locked: boolean }) {
  const isPlan = form.kind === 'plan'
  return (
    <div className={PAIR}>
      <TextField
        label="From, Indian time"
        name="starts"
        type="datetime-local"
        disabled={locked}
        value={form.starts}
        problem={problems.starts}
        hint={isPlan ? undefined : 'Empty: at once.'}
        onChange={({ target }) => target.validity.badInput || set({ starts: target.value })}
      />
      <TextField
        label="Until, Indian time"
        name="ends"
        type="datetime-local"
        disabled={state === 'ended'}
        value={form.ends}
        problem={problems.ends}
        hint={isPlan ? undefined : 'Empty: until you end it.'}
        onChange={({ target }) => target.validity.badInput || set({ ends: target.value })}
      />
    </div>
  )
}

function PlanFields({ form, set, problems }: OfferFieldsProps) {
  const text = tieTo(form, problems, set)
  const isPercent = form.by === 'percent'
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3.5">
        <div className="grid gap-1">
          <span aria-hidden="true" className="text-ink-2">
            They cost
          </span>
          <Segmented
            label="They cost"
            value={form.by}
            options={[
              ['percent', 'Less by percent'],
              ['price', 'One price'],
            ]}
            onChange={(by) => set({ by })}
          />
        </div>
        <div className="w-40">
          <TextField
            label={isPercent ? 'Percent off' : 'Price in rupees'}
            inputMode="decimal"
            autoComplete="off"
            {...text('value')}
            problem={problems.percent ?? problems.price}
          />
        </div>
        {isPercent && (
          <div className="w-40">
            <SelectField label="Prices end in" {...text('round_to')} options={ENDINGS} />
          </div>
        )}
      </div>
      <TickRow
        label="Show the old price struck through, and “Save ₹X” from it"
        checked={form.show_was}
        onChange={(show_was) => set({ show_was })}
      />
    </>
  )
}

function PromotionFields(props: OfferFieldsProps) {
  const { form, set, problems } = props
  const text = tieTo(form, problems, set)
  const hasValue = form.kind === 'percent' || form.kind === 'amount'
  return (
    <>
      <div className={PAIR}>
        {hasValue && (
          <TextField
            label={form.kind === 'percent' ? 'Percent off' : 'Rupees off'}
            inputMode="decimal"
            autoComplete="off"
            {...text('value')}
          />
        )}
        {form.kind === 'gift' && (
          <ProductPick
            single
            label="The gift"
            chosen={form.gift ? [form.gift] : []}
            problem={problems.gift}
            onChange={([gift = '']) => set({ gift })}
          />
        )}
        <TextField
          label="Smallest order, rupees"
          inputMode="decimal"
          autoComplete="off"
          placeholder="Any"
          {...text('minimum')}
        />
      </div>
      <HowFields {...props} />
    </>
  )
}

function HowFields({ form, set, problems }: OfferFieldsProps) {
  const text = tieTo(form, problems, set)
  return (
    <div className={PAIR}>
      <SelectField
        label="How it is had"
        {...text('how')}
        problem={problems.single_use}
        hint={form.how === 'single' ? 'Save it, then make its codes below.' : undefined}
        options={HOWS}
      />
      {form.how === 'code' && (
        <TextField
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={form.code}
          problem={problems.code}
          hint="Letters and digits, such as DIWALI15."
          onChange={({ target }) => set({ code: target.value.toUpperCase() })}
        />
      )}
    </div>
  )
}

function Goods({ form, set, problems, locked }: OfferFieldsProps & { locked: boolean }) {
  const text = tieTo(form, problems, set)
  const { categories: known } = useGoods(form.categories[0] ?? '')
  const isPlan = form.kind === 'plan'
  const names = [...new Set([...known.map(({ name }) => name), ...form.categories])].filter(Boolean)
  const countOf = (name: string) => known.find((category) => category.name === name)?.count ?? 0
  const tick = (name: string, on: boolean) =>
    set({ categories: on ? [...form.categories, name] : form.categories.filter((one) => one !== name) })
  const problem = problems.categories ?? problems.products
  return (
    <>
      <fieldset>
        <legend className="pb-1 text-ink-2">On which products</legend>
        <div className="grid max-h-72 gap-x-4 overflow-auto sm:grid-cols-2 xl:grid-cols-3">
          {names.map((name) => (
            <TickRow
              key={name}
              label={`${name} (${countOf(name)})`}
              checked={form.categories.includes(name)}
              onChange={(on) => tick(name, on)}
            />
          ))}
        </div>
        <p className={problem ? 'text-[13px] text-danger' : 'meta'}>
          {problem ?? (isPlan ? 'Categories, products, or both.' : 'Nothing chosen here and below: on everything.')}
        </p>
      </fieldset>
      <div className={PAIR}>
        <ProductPick
          label="Single products"
          chosen={form.products}
          disabled={locked}
          onChange={(products) => set({ products })}
        />
        {!isPlan && <TextField label="Tags" autoComplete="off" placeholder="gift, neem" {...text('tags')} />}
      </div>
    </>
  )
}

function Limits({ form, set, problems }: OfferFieldsProps) {
  const text = tieTo(form, problems, set)
  const count = (name: 'max_uses' | 'max_per_person', label: string) => (
    <TextField label={label} inputMode="numeric" autoComplete="off" placeholder="No limit" {...text(name)} />
  )
  return (
    <>
      <div className={PAIR}>
        {count('max_uses', 'Uses in all')}
        {count('max_per_person', 'Uses for one shopper')}
      </div>
      <div className="flex flex-wrap gap-x-6">
        <TickRow
          label="For a first order only"
          checked={form.first_order}
          onChange={(first_order) => set({ first_order })}
        />
        <TickRow label="May go with another one" checked={form.combines} onChange={(combines) => set({ combines })} />
      </div>
    </>
  )
}
