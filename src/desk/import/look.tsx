import ArrowLeft from '@lucide/icons/icons/arrow-left'
import type { ReactNode } from 'react'
import { counted, grouped } from '@/domain/desk/list-words'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { Head } from '../parts/head'
import { Note } from '../parts/note'
import { Empty } from '../parts/states'
import { useAsk } from '../session'
import { BadLines, Changes } from './changes'
import { startRun } from './import-run'
import { type Looked, lookedFile } from './looked'

/** Above the heading: the way back to the first stage. */
export function Crumb() {
  return (
    <a
      href="#/import"
      className="inline-flex min-h-8 items-center gap-2 text-[15px] max-md:min-h-11 text-ink-2 not-italic hover:text-ink"
    >
      <Icon of={ArrowLeft} size={16} />
      CSV in and out
    </a>
  )
}

function saveWords(rows: number, bad: number): string {
  return bad > 0 ? `Save ${counted(rows, 'row')}, leave out ${grouped(bad)}` : `Save ${counted(rows, 'row')}`
}

/** Second stage: what a file would do. Nothing is saved yet. */
export function Look({ looked, onBack, onSave }: { looked: Looked; onBack: () => void; onSave: () => void }) {
  const ask = useAsk()
  const { file, kind, reading, at } = looked
  const { same, changed, created, bad, unknown, newCategories } = reading
  const rows = [...changed, ...created].sort((a, b) => a.line - b.line)
  return (
    <>
      <Crumb />
      <Head
        title={`${kind === 'stock' ? 'Stock' : 'Products'} from ${file.name}`}
        sub={`Nothing is saved yet. ${file.how}; dates like 23-11-2026 as 23 November.`}
      >
        <Button onClick={onBack}>Another file</Button>
        {rows.length > 0 && (
          <Button
            look="primary"
            onClick={() => {
              startRun(ask, { kind, file: file.name, mark: file.mark, headings: reading.headings, rows, at })
              lookedFile.set(undefined)
              onSave()
            }}
          >
            {saveWords(rows.length, bad.length)}
          </Button>
        )}
      </Head>
      <Tally
        parts={[
          ['The same as now', same],
          ['Will change', changed.length],
          ['New', created.length],
          ['Cannot be read', bad.length, bad.length > 0],
        ]}
      />
      <div className="mt-5 grid gap-3">
        {unknown.length > 0 && (
          <Note>
            The shop has no {unknown.length === 1 ? 'column' : 'columns'}{' '}
            {unknown.map((name) => `“${name}”`).join(', ')}: {unknown.length === 1 ? 'it is' : 'they are'} left alone.
          </Note>
        )}
        {newCategories.length > 0 && (
          <Note kind="warn">
            New {newCategories.length === 1 ? 'category' : 'categories'}: {newCategories.join(', ')}.
          </Note>
        )}
      </div>
      {rows.length === 0 && bad.length === 0 && <Empty title="The file says what the shop already says." />}
      <BadLines file={file} bad={bad} />
      <Changes title={counted(changed.length, 'row changes', 'rows change')} changes={changed}>
        {changed.some(({ cells }) => cells.on_hand) && 'Stock changes go to the ledger as “Counted, from CSV”.'}
      </Changes>
      <Changes title={counted(created.length, 'new product')} changes={created} />
    </>
  )
}

/** Counts of a file's lines. */
function Tally({ parts }: { parts: readonly (readonly [name: string, count: ReactNode, bad?: boolean])[] }) {
  return (
    <dl className="grid grid-cols-4 border-y max-md:grid-cols-2">
      {parts.map(([name, count, bad]) => (
        <div
          key={name}
          className="pt-3 pr-4 pb-2.5 not-first:border-l not-first:pl-5 max-md:nth-3:border-l-0 max-md:nth-3:pl-0 max-md:nth-[n+3]:border-t"
        >
          <dt className={bad ? 'text-danger' : 'text-ink-2'}>{name}</dt>
          <dd className={`font-medium text-[24px] leading-tight ${bad ? 'text-danger' : ''}`}>
            {typeof count === 'number' ? grouped(count) : count}
          </dd>
        </div>
      ))}
    </dl>
  )
}
