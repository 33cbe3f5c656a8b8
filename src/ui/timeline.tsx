import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'

export interface TimelineStep {
  id: string
  label: string
  /** A line below, such as the time. */
  detail?: string
  state: 'done' | 'now' | 'later'
}

const STATE_WORDS: Record<TimelineStep['state'], PlainSentence> = {
  done: 'Done',
  now: 'Current step',
  later: 'To come',
}

/** Steps joined by a running stitch, sewn as far as they are done. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[20px_1fr] gap-4.5 pb-6.5 last:pb-0"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'z-1 mt-1.5 ml-[3px] size-[13px] rounded-full',
              step.state === 'done' && 'bg-primary-ink forced-colors:bg-[CanvasText]',
              step.state === 'now' && 'border-4 border-primary-ink bg-page',
              step.state === 'later' && 'border-[1.5px] border-line-strong bg-page',
            )}
          />
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classNames(
                'stitch-down absolute top-6 -bottom-0.5 left-[9px]',
                step.state === 'done' ? 'text-primary-ink' : 'text-line-strong opacity-50',
              )}
            />
          )}
          <span>
            <span className={classNames('block leading-normal', step.state === 'later' ? 'text-ink-2' : 'font-medium')}>
              <span className="sr-only">{t(STATE_WORDS[step.state])}: </span>
              {step.label}
            </span>
            {step.detail && <span className="block text-ink-3 text-sm">{step.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
