import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { groupByKey } from '@/domain/by-key'
import { formatTime } from '@/domain/date'
import { dayWords } from '@/domain/desk/day-words'
import { deedWords, LOG_KINDS, type LogAnswer, type LogEntry, type StaffMember } from '@/domain/desk/staff'
import { Button } from '../parts/button'
import { Select } from '../parts/field'
import { SectionHead } from '../parts/head'
import { LoadState } from '../parts/states'
import { useAddress } from '../parts/use-address'
import { useAsk } from '../session'

/** What was done at the desk, the newest first, by day; by person and kind as the address says. */
export function Log({ people }: { people: readonly StaffMember[] }) {
  const ask = useAsk()
  const [address] = useSearchParams()
  const who = address.get('who') ?? ''
  const kind = address.get('kind') ?? ''
  const query = useInfiniteQuery({
    queryKey: ['log', who, kind],
    queryFn: ({ pageParam }) => ask<LogAnswer>('log', { query: { who, kind, before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <section aria-labelledby="log" className="mt-8">
      <SectionHead id="log" title="What was done">
        <Filters people={people} />
      </SectionHead>
      <LoadState what="The log" rows={3} query={query} />
      {entries?.length === 0 && (
        <p className="py-4 text-ink-2">{who || kind ? 'Nothing of that was done.' : 'Nothing was done here yet.'}</p>
      )}
      {entries && <Days entries={entries} />}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show older
        </Button>
      )}
      {entries && <p className="meta pt-2.5">Kept for a year. Nobody can change it, not even the owner.</p>}
    </section>
  )
}

/** By person and by kind, in the address. */
function Filters({ people }: { people: readonly StaffMember[] }) {
  const [address, choose] = useAddress()
  const choices: readonly (readonly [
    name: string,
    label: string,
    all: string,
    options: (readonly [string, string])[],
  ])[] = [
    ['who', 'Who', 'Everybody', people.map(({ name, email }) => [email, name || email])],
    ['kind', 'What', 'Everything', Object.entries(LOG_KINDS)],
  ]
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      {choices.map(([name, label, all, options]) => (
        <Select
          key={name}
          aria-label={label}
          className="md:w-44"
          value={address.get(name) ?? ''}
          onChange={(event) => choose(name, event.target.value)}
          options={options}
        >
          <option value="">{all}</option>
        </Select>
      ))}
    </div>
  )
}

function Days({ entries }: { entries: readonly LogEntry[] }) {
  const days = groupByKey(entries.map((entry) => [dayWords(entry.created, Date.now()), entry]))
  return [...days].map(([day, deeds]) => (
    <section key={day} aria-label={day}>
      <h3 className="pt-4 pb-1">{day}</h3>
      <ul>
        {deeds.map((deed) => (
          <Deed key={deed.id} {...deed} />
        ))}
      </ul>
    </section>
  ))
}

/** `Suresh packed SJ-R072ESZ4`; the number, or else the deed, leads to the screen that shows it. */
function Deed({ created, who, name, what, link }: LogEntry) {
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-3 border-b py-2 last:border-0">
      <time dateTime={created} className="meta pt-px whitespace-nowrap">
        {formatTime(created)}
      </time>
      <span className="min-w-0 wrap-anywhere">
        <b>{name || who}</b>
        {deedWords(what)}
        {link && link !== '#/staff' && (
          <>
            {' · '}
            <a className="link" href={link} aria-label={`See: ${what}`}>
              See
            </a>
          </>
        )}
      </span>
    </li>
  )
}
