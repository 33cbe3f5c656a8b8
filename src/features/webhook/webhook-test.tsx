import BadgeCheck from '@lucide/icons/icons/badge-check'
import CircleAlert from '@lucide/icons/icons/circle-alert'
import { useState } from 'react'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { type ProbeResult, probeMeaning, probeWebhook, SAMPLE_EVENT, WEBHOOK_PATH } from './webhook-probe'

const CODE = 'mt-3 border-line border-y bg-sunken p-4 text-sm whitespace-pre-wrap break-words'

/**
 * Sends an unsigned sample event to the payment webhook and shows what it says (ROUTE-17). Shows and needs no secret.
 */
export function WebhookTest() {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ProbeResult | null>(null)

  const send = async () => {
    setBusy(true)
    setResult(await probeWebhook())
    setBusy(false)
  }

  return (
    <div className="max-w-[44rem]">
      <h2 className="text-h3">{t('The event')}</h2>
      <p className="mt-2 text-ink-2">
        {rich('Goes to {address} without a signature.', {
          address: <code className="break-all">{WEBHOOK_PATH}</code>,
        })}
      </p>
      <pre className={CODE}>{SAMPLE_EVENT}</pre>
      <Button className="mt-6" busy={busy} onClick={send}>
        {t('Send sample event')}
      </Button>
      <div aria-live="polite" className="mt-9">
        {result && <Result result={result} />}
      </div>
    </div>
  )
}

function Result({ result }: { result: ProbeResult }) {
  const { good, sentence } = probeMeaning(result.status)
  return (
    <section aria-labelledby="webhook-answer">
      <h2 id="webhook-answer" className="text-h3">
        {t('The answer')}
      </h2>
      <p className={classNames('mt-3 flex items-start gap-2', good ? 'text-success' : 'text-danger')}>
        <Icon of={good ? BadgeCheck : CircleAlert} className="mt-0.5" />
        {t(sentence)}
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-ink-3">{t('Status')}</dt>
        <dd>{result.status || t('none')}</dd>
        <dt className="text-ink-3">{t('Latency')}</dt>
        <dd>{t('{count} ms', { count: result.latency })}</dd>
      </dl>
      {result.answer && <pre className={CODE}>{result.answer}</pre>}
    </section>
  )
}
