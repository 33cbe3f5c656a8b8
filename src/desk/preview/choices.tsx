import type { ReactNode } from 'react'
import { groupByKey } from '@/domain/by-key'
import { parseDate } from '@/domain/date'
import { shortMoment } from '@/domain/desk/day-words'
import {
  type Draft,
  dayAndMinute,
  draftKey,
  kindOf,
  momentOf,
  type PreviewAnswer,
  type Turn,
} from '@/domain/desk/preview'
import { TextField } from '../parts/field'
import { TickRow } from '../parts/switch'

/** Turns to jump to. */
const MOST_TURNS = 8

interface ChoicesProps {
  data: PreviewAnswer
  /** ms since 1970; 0 for now. */
  at: number
  drafts: readonly string[]
  now: number
  onMoment: (at: number) => void
  onDrafts: (drafts: string[]) => void
}

/** Which minute, and with which drafts. */
export function Choices({ data, at, drafts, now, onMoment, onDrafts }: ChoicesProps) {
  const toggle = (key: string) =>
    onDrafts(drafts.includes(key) ? drafts.filter((one) => one !== key) : [...drafts, key])
  return (
    <div className="grid gap-5">
      <Minute at={at} now={now} onMoment={onMoment} />
      <Jumps turns={data.turns} at={at} now={now} onMoment={onMoment} />
      <Group title="With these drafts">
        {data.drafts.map((draft) => (
          <TickRow
            key={draftKey(draft)}
            label={draftName(draft)}
            checked={drafts.includes(draftKey(draft))}
            onChange={() => toggle(draftKey(draft))}
          />
        ))}
        {data.drafts.length === 0 && (
          <p className="text-ink-2">
            No drafts. A slide, post, promotion or page that is not switched on is one, and so is what you arrange under{' '}
            <a className="link" href="#/look">
              Look
            </a>
            .
          </p>
        )}
      </Group>
    </div>
  )
}

const draftName = (draft: Draft) => `${kindOf(draft.kind).word}: ${draft.name || 'without a name'}`

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start border-t pt-4">
      <legend className="float-left mb-1 text-ink-2">{title}</legend>
      {children}
    </fieldset>
  )
}

function Minute({ at, now, onMoment }: Pick<ChoicesProps, 'at' | 'now' | 'onMoment'>) {
  const [day, minute] = dayAndMinute(at || now)
  const [today] = dayAndMinute(now)
  const choose = (day: string, minute: string) => {
    const moment = momentOf(day, minute)
    if (!Number.isNaN(moment)) onMoment(moment)
  }
  const passed = at !== 0 && at < now ? 'That minute has passed.' : undefined
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Day"
        type="date"
        min={today}
        value={day}
        problem={passed}
        onChange={({ target }) => choose(target.value, minute)}
      />
      <TextField label="Minute" type="time" value={minute} onChange={({ target }) => choose(day, target.value)} />
    </div>
  )
}

/** The turns of each minute, the next first. */
function byMinute(turns: readonly Turn[]): [at: number, turns: Turn[]][] {
  // The first minute at which it is so: an end still holds in its own.
  const minuteOf = ({ at, ends }: Turn) => Math.ceil((parseDate(at) + Number(ends)) / 60_000) * 60_000
  return [...groupByKey(turns.map((turn) => [minuteOf(turn), turn]))].sort(([a], [b]) => a - b).slice(0, MOST_TURNS)
}

const turnWords = ({ name, kind, ends }: Turn) => `${name || kindOf(kind).word} ${ends ? 'has ended' : 'begins'}`

function Jumps({ turns, at, now, onMoment }: Pick<ChoicesProps, 'at' | 'now' | 'onMoment'> & { turns: Turn[] }) {
  const options: readonly [number, string, string][] = [
    [0, 'Now', 'As shoppers see it'],
    ...byMinute(turns).map(([minute, turned]): [number, string, string] => [
      minute,
      shortMoment(minute, now),
      turned.map(turnWords).join(', '),
    ]),
  ]
  return (
    <Group title="Or jump to">
      {options.map(([moment, name, what]) => (
        <label key={moment} className="flex min-h-12 items-start gap-3 py-1.5">
          <input
            type="radio"
            name="moment"
            checked={at === moment}
            onChange={() => onMoment(moment)}
            className="mt-0.5 size-5 flex-none accent-(--primary)"
          />
          <span className="min-w-0 wrap-anywhere">
            {name}
            <span className="meta block">{what}</span>
          </span>
        </label>
      ))}
    </Group>
  )
}
