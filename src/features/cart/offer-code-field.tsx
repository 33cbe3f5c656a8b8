import ChevronDown from '@lucide/icons/icons/chevron-down'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatPaise } from '@/domain/money'
import type { Quote, QuotePromotion } from '@/domain/orders/quote'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Input } from '@/ui/input'
import { forgetCode, type OfferCode, useOfferCode } from './offer-code'
import { useApplyCode } from './use-quote'

export interface OfferCodeFieldProps {
  /** The store's last word, maybe on an earlier cart or code. */
  quote: Quote | undefined
  /** The next one is on its way. */
  asking: boolean
  /** It did not come. */
  failed: boolean
}

/**
 * Where a shopper types an offer's code (PROMO-14): folded until there is one. What it gives, or why it gives nothing,
 * stands beside it.
 */
export function OfferCodeField({ quote, asking, failed }: OfferCodeFieldProps) {
  const kept = useOfferCode()
  const [opened, setOpened] = useState(false)
  const [nothing, setNothing] = useState('')
  const [removals, setRemovals] = useState(0)
  const apply = useApplyCode()
  const focus = useFocusAfter()
  const code = kept?.code ?? ''
  const given = quote?.promotions.find((promotion) => promotion.code !== '' && promotion.code === code)
  const problem = nothing || problemOf(kept, { quote: asking ? undefined : quote, failed })

  const send = (typed: string) => {
    setOpened(true)
    const sent = apply(typed)
    setNothing(sent || typed.trim() === '' ? '' : 'There is no offer with this code.')
    if (sent) focus.after('remove')
  }
  const remove = () => {
    setNothing('')
    setOpened(true)
    setRemovals(removals + 1)
    forgetCode()
    focus.after('text')
  }
  return (
    <details
      className="group -mt-px border-line border-t"
      open={opened || code !== ''}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-sm [&::-webkit-details-marker]:hidden">
        {t('Have an offer code?')}
        <Icon of={ChevronDown} size={16} className="group-open:rotate-180" />
      </summary>
      <div ref={focus.box} className="pb-3.5">
        {code !== '' && given ? (
          <Given promotion={given} asking={asking} onRemove={remove} />
        ) : (
          <CodeForm
            key={removals}
            code={code}
            problem={problem}
            busy={asking && code !== '' && !kept?.refused}
            onSend={send}
          >
            {code !== '' && <RemoveCode onRemove={remove} />}
          </CodeForm>
        )}
      </div>
    </details>
  )
}

/** A sentence to translate; empty where nothing stands against the code. */
function problemOf(kept: OfferCode | null, { quote, failed }: Pick<OfferCodeFieldProps, 'quote' | 'failed'>): string {
  if (!kept) return ''
  if (kept.refused) return kept.refused.message
  return failed ? 'This code could not be checked. Please try again.' : (quote?.code_problem?.message ?? '')
}

/** Where the focus goes when what had it leaves with its part of the field. */
function useFocusAfter() {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<'text' | 'remove' | null>(null)
  useEffect(() => {
    if (!wanted.current || !box.current) return
    const lost = document.activeElement === document.body || document.activeElement === null
    const next = box.current.querySelector<HTMLElement>(wanted.current === 'text' ? 'input' : '[data-given] button')
    if (!next) return
    wanted.current = null
    if (lost || box.current.contains(document.activeElement)) next.focus()
  })
  return {
    box,
    after: (what: 'text' | 'remove') => {
      wanted.current = what
    },
  }
}

interface CodeFormProps {
  code: string
  problem: string
  /** The code is asked about. */
  busy: boolean
  onSend: (typed: string) => void
  /** Below what stands against the code. */
  children: ReactNode
}

function CodeForm({ code, problem, busy, onSend, children }: CodeFormProps) {
  const id = useId()
  const text = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && text.current) onSend(text.current.value)
  }
  return (
    <>
      <form noValidate className="flex gap-2" onSubmit={submit}>
        <Input
          ref={text}
          aria-label={t('Offer code')}
          placeholder={t('Offer code')}
          aria-describedby={problem ? id : undefined}
          aria-invalid={problem ? true : undefined}
          defaultValue={code}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={40}
          className="min-w-0 flex-1 uppercase placeholder:text-ink-3 placeholder:normal-case"
        />
        <Button type="submit" look="line" busy={busy} className="h-[50px] flex-none px-5">
          {t('Apply')}
        </Button>
      </form>
      {problem && (
        <>
          <div role="alert" className="mt-1.5">
            <FieldError id={id} error={problem} />
          </div>
          {children}
        </>
      )}
    </>
  )
}

interface GivenProps {
  promotion: QuotePromotion
  asking: boolean
  onRemove: () => void
}

/** What the code gives; of another cart that is not known yet. */
function Given({ promotion, asking, onRemove }: GivenProps) {
  const { code, kind, gift, amount } = promotion
  const what = gift?.name ?? (kind === 'free_delivery' ? t('Free delivery') : formatPaise(-amount))
  return (
    <div data-given className="flex flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="min-w-0 text-accent-ink tabular-nums [overflow-wrap:anywhere]">
        {code}
        {!asking && (
          <>
            {' · '}
            <span lang={gift ? textLanguage(what) : undefined}>{what}</span>
          </>
        )}
      </p>
      <RemoveCode onRemove={onRemove} />
    </div>
  )
}

function RemoveCode({ onRemove }: { onRemove: () => void }) {
  return (
    <button type="button" className="link -mx-2 min-h-11 px-2 text-sm" onClick={onRemove}>
      {t('Remove code')}
    </button>
  )
}
