import Plus from '@lucide/icons/icons/plus'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { readPincode } from '@/domain/account/read-pincode'
import { arrivalSentence } from '@/domain/delivery/arrival-words'
import type { Delivery } from '@/domain/delivery/delivery'
import { type DeliveryAnswer, type DeskRule, RULES_PAGE } from '@/domain/desk/delivery'
import { counted, grouped } from '@/domain/desk/list-words'
import { formatPaise, formatRupees } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { firstProblem } from '../answers'
import { Button } from '../parts/button'
import { type Column, DataTable } from '../parts/data-table'
import { SearchField, TextField } from '../parts/field'
import { Head, SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { Pages } from '../parts/pages'
import { StateWord } from '../parts/state-word'
import { LoadState } from '../parts/states'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { type ListState, useListState } from '../parts/use-list-state'
import { useAsk } from '../session'
import { NEW_RULE, RuleForm } from './rule-form'
import { ShopDaysForm } from './shop-days-form'

/** Where parcels go, what that costs, and when they leave (DELIV-11). */
export function DeliveryScreen() {
  const ask = useAsk()
  const [edited, setEdited] = useState<DeskRule>()
  const [pincode, setPincode] = useState('')
  const asked = readPincode(pincode) ?? ''
  const list = useListState()
  const { search, page } = list
  const query = useQuery({
    queryKey: ['delivery', asked, search, page],
    queryFn: () => ask<DeliveryAnswer>('delivery', { query: { pincode: asked, search, page: String(page) } }),
    placeholderData: (before) => before,
  })
  // A question that fails takes nothing away: what is typed around it stays.
  const last = useRef(query.data)
  if (query.data) last.current = query.data
  const data = last.current
  return (
    <>
      <Head
        title="Delivery"
        sub="Which PIN codes parcels go to, for how much, how fast, and whether the courier takes cash. Shoppers are told a date."
      >
        <Button look="primary" disabled={!data} onClick={() => data && setEdited(newRule(data))}>
          <Icon of={Plus} size={18} className="-mt-0.5" />
          New rule
        </Button>
      </Head>
      <LoadState what="The rules" query={query} />
      {data && (
        <>
          <Rules data={data} list={list} onEdit={setEdited} />
          <p className="meta max-w-[70ch] pt-3">
            The longest digits that fit a PIN code win. Delivery is free from {formatRupees(data.usual.free_from)}{' '}
            everywhere: that is said on every page.
          </p>
          <TryPin
            {...{ asked, pincode, said: data.said }}
            known={query.isSuccess && !query.isPlaceholderData}
            onType={setPincode}
          />
          <section aria-labelledby="shop-days" className="mt-8 max-w-[70ch]">
            <SectionHead id="shop-days" title="When parcels leave" />
            <ShopDaysForm shop={data.shop} />
          </section>
          {edited && <RuleForm rule={edited} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </>
  )
}

interface RulesProps {
  data: DeliveryAnswer
  list: ListState
  onEdit: (rule: DeskRule) => void
}

function Rules({ data: { rules, found, total, page, usual }, list, onEdit }: RulesProps) {
  const remove = useRemoving()
  const pages = Math.ceil(found / RULES_PAGE)
  if (total === 0) {
    return (
      <p className="max-w-[70ch] py-4 text-ink-2">
        No rule yet: all of India pays {formatRupees(usual.fee)}, and shoppers are told no date. Make one without digits
        for everywhere, then others for what is nearer, farther or not served.
      </p>
    )
  }
  return (
    <>
      {remove.error && <Note kind="bad">{errorSentence(remove.error)}</Note>}
      {total > RULES_PAGE && (
        <div className="mb-3">
          <SearchField label="First digits, such as 560" value={list.typed} onChange={list.type} />
        </div>
      )}
      <DataTable
        label="Delivery rules"
        columns={columnsOf(onEdit, remove)}
        rows={rules}
        idOf={({ id }) => id}
        nameOf={({ prefix }) => prefix || 'All others'}
      />
      {total > RULES_PAGE && (
        <Pages page={page} more={page < pages} href={(to) => list.href({ page: to })}>
          {`${grouped(found)} of ${counted(total, 'rule')}${pages > 1 ? `, page ${page} of ${pages}` : ''}`}
        </Pages>
      )}
    </>
  )
}

interface TryPinProps {
  pincode: string
  /** The same, once it is whole. */
  asked: string
  said: DeliveryAnswer['said']
  /** Whether `said` is of it. */
  known: boolean
  onType: (typed: string) => void
}

function TryPin({ pincode, asked, said, known, onType }: TryPinProps) {
  return (
    <section aria-labelledby="try-pin" className="mt-8 max-w-[70ch]">
      <SectionHead id="try-pin" title="What shoppers are told" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="PIN code"
          inputMode="numeric"
          autoComplete="off"
          value={pincode}
          onChange={({ target }) => onType(target.value)}
        />
        <output className="self-end pb-2">{asked && <Said {...{ asked, said, known }} />}</output>
      </div>
    </section>
  )
}

/** The first is for everywhere, as the shop delivers today. */
const newRule = ({ everywhere, usual }: DeliveryAnswer): DeskRule => ({
  ...NEW_RULE,
  ...{ fee: usual.fee, cash: usual.cash, prefix: everywhere ? '5' : '' },
})

function Said({ asked, said, known }: Pick<TryPinProps, 'asked' | 'said' | 'known'>) {
  if (said?.pincode === asked) return <SaidWords said={said} />
  return known ? <span className="text-ink-2">No date: there is no rule.</span> : null
}

function SaidWords({ said: { deliverable, cash, fee, earliest, latest } }: { said: Delivery }) {
  if (!deliverable) return <b>Not delivered there.</b>
  const sentence = earliest && latest ? arrivalSentence({ earliest, latest }) : 'no date: no days are known'
  return (
    <>
      <b className="block">{`Ordered now, it ${sentence}`}</b>
      <span className="text-ink-2">{`${fee === 0 ? 'Free' : formatPaise(fee)} · ${cash ? 'cash possible' : 'no cash'}`}</span>
    </>
  )
}

/** Takes a rule away; the notice brings it back. */
function useRemoving() {
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('delivery')
  const bringBack = (rule: DeskRule) =>
    ask('delivery/rules', { body: { ...rule, id: '', updated: '' } })
      .then(again)
      .catch((error: unknown) => toast({ text: `Not taken back. ${firstProblem(error)}`, bad: true }))
  return useMutation({
    mutationFn: (rule: DeskRule) => ask(`delivery/rules/${rule.id}/delete`, { body: {} }),
    onSuccess: (_, rule) => {
      toast({
        text: rule.prefix ? `The rule for ${rule.prefix} is gone.` : 'The rule for all others is gone.',
        undo: () => bringBack(rule),
      })
      return again()
    },
    onError: () => void again(),
  })
}

const days = ({ days_min, days_max }: DeskRule) =>
  days_max === 0 ? 'No date' : days_min === days_max ? counted(days_max, 'day') : `${days_min} to ${days_max} days`

/** A whole PIN code, the beginning of several, or none. */
const placesOf = (prefix: string) => (prefix.length === 6 ? prefix : prefix ? `${prefix}…` : 'All others')

function columnsOf(onEdit: (rule: DeskRule) => void, remove: ReturnType<typeof useRemoving>): Column<DeskRule>[] {
  return [
    { name: 'PIN codes', cell: ({ prefix }) => <b className="tabular-nums">{placesOf(prefix)}</b> },
    {
      name: 'On the way',
      cell: (rule) => (rule.deliver ? days(rule) : <StateWord shape="none">Not delivered</StateWord>),
    },
    { name: 'Costs', right: true, atEnd: true, cell: ({ deliver, fee }) => deliver && formatRupees(fee) },
    {
      name: 'Cash',
      cell: ({ deliver, cash, cash_fee }) =>
        deliver && (cash ? (cash_fee > 0 ? `Cash, ${formatRupees(cash_fee)} on top` : 'Cash') : 'No cash'),
    },
    {
      name: 'Do',
      right: true,
      full: true,
      cell: (rule) => (
        <span className="flex gap-2 max-md:-ml-2 md:justify-end">
          <Button look="text" aria-label={`Change ${rule.prefix || 'all others'}`} onClick={() => onEdit(rule)}>
            Change
          </Button>
          <Button
            look="text"
            aria-label={`Delete ${rule.prefix || 'all others'}`}
            busy={remove.isPending && remove.variables.id === rule.id}
            onClick={() => remove.mutate(rule)}
          >
            Delete
          </Button>
        </span>
      ),
    },
  ]
}
