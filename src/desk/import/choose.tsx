import Download from '@lucide/icons/icons/download'
import { type DragEvent, useState } from 'react'
import { errorSentence, errorStatus } from '@/api/errors'
import { type CsvList, LISTS_OF_THINGS } from '@/domain/desk/csv-columns'
import { hasHeadings, kindOf, readRows } from '@/domain/desk/csv-rows'
import { counted, grouped } from '@/domain/desk/list-words'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { FileButton } from '../parts/file-button'
import { Head, SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { useToast } from '../parts/toast'
import { useAsk, useHost } from '../session'
import { fileNameOf, readCsv, saveCsv } from './csv-file'
import { forgetInterrupted, interruptedRun } from './import-run'
import { fetchList, fetchShop } from './lists'
import { lookedFile } from './looked'

const OUT: readonly (readonly [list: CsvList, name: string, what: string])[] = [
  ['products', 'Products', 'All of them, archived ones too. Change the file and bring it back.'],
  ['stock', 'Stock', 'Name and pieces on hand. Change the pieces and bring it back.'],
  ['orders', 'Orders', 'One line an order: who, what, money, parcel.'],
  ['customers', 'Customers', 'One line a person: orders, spent, where to.'],
  [
    'newsletter',
    'Newsletter',
    'Who confirmed by email, what they agreed to and when, and the link to leave, which belongs into every letter. None come in by a file: each agrees by the shop’s own email.',
  ],
]

/** First stage: a file comes in, or lists go out. */
export function Choose({ onLooked }: { onLooked: () => void }) {
  const ask = useAsk()
  const { role } = useHost()
  const [busy, setBusy] = useState('')
  const [problem, setProblem] = useState('')

  const look = async (chosen: File | undefined) => {
    if (!chosen || busy) return
    setProblem('')
    setBusy(`Reading ${chosen.name}`)
    try {
      const file = await readCsv(chosen)
      if (!hasHeadings(file.headings))
        throw new Error('The first line has to name the columns, id or name among them: id, name, category, price …')
      const kind = kindOf(file.headings)
      const at = Date.now()
      const shop = await fetchShop(ask)
      lookedFile.set({ file, kind, reading: readRows(kind, file.headings, file.lines, shop), at })
      forgetInterrupted()
      onLooked()
    } catch (error) {
      const isOurs = error instanceof Error && error.name === 'Error'
      setProblem(isOurs ? error.message : errorSentence(error))
    }
    setBusy('')
  }

  return (
    <>
      <Head
        title="CSV in and out"
        sub="For Excel, LibreOffice or Google Sheets. Nothing is saved before you have looked at it."
      />
      <Interrupted />
      <Drop busy={busy} onFile={look} />
      {problem && (
        <div className="mt-3">
          <Note kind="bad">{problem}</Note>
        </div>
      )}
      <section className="mt-9">
        <SectionHead title="Take a list out" />
        <ul className="border-t">
          {OUT.filter(([list]) => role === 'owner' || LISTS_OF_THINGS.includes(list)).map(([list, name, what]) => (
            <Out key={list} list={list} name={name} what={what} />
          ))}
        </ul>
      </section>
    </>
  )
}

/** What a reload left of an import. */
function Interrupted() {
  const [run, setRun] = useState(interruptedRun)
  if (!run) return null
  const forget = () => {
    forgetInterrupted()
    setRun(undefined)
  }
  return (
    <div className="mb-5">
      <Note kind="warn" action={<Button onClick={forget}>Leave it so</Button>}>
        <b>
          {run.file} came to {grouped(run.done)} of {counted(run.total, 'row')}.
        </b>{' '}
        Then its page was closed. Choose the file again to go on: what is saved is not saved twice.
      </Note>
    </div>
  )
}

function Drop({ busy, onFile }: { busy: string; onFile: (file: File | undefined) => void }) {
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <section
      aria-label="Bring a file in"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        onFile(event.dataTransfer.files[0])
      }}
      className={classNames(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded border border-line-strong border-dashed px-6 py-6 max-md:px-4',
        over && 'bg-pick',
      )}
    >
      <div className="min-w-60 flex-1">
        <h2>Bring a file in</h2>
        <p className="mt-1 max-w-[64ch] text-ink-2">
          Products or stock, as they go out below. A line with an id changes that product, one without makes a new one.
          Columns you leave out stay as they are.
        </p>
      </div>
      <FileButton look="primary" label="CSV file" accept=".csv,.tsv,.txt,text/csv" busy={busy !== ''} onFile={onFile}>
        {busy || 'Choose a file'}
      </FileButton>
    </section>
  )
}

function Out({ list, name, what }: { list: CsvList; name: string; what: string }) {
  const ask = useAsk()
  const toast = useToast()
  const [rows, setRows] = useState<number>()
  const download = async () => {
    setRows(0)
    try {
      await saveCsv(await fetchList(ask, list, setRows), fileNameOf(name))
    } catch (error) {
      const why = errorStatus(error) === 0 ? 'There is no line to the shop.' : errorSentence(error)
      toast({ text: `${name} did not come. ${why}`, bad: true })
    }
    setRows(undefined)
  }
  return (
    <li className="flex min-h-(--row) items-center gap-4 border-b py-2">
      <div className="min-w-0 flex-1">
        <h3>{name}</h3>
        <p className="meta">{what}</p>
      </div>
      <Button busy={rows !== undefined} aria-label={`Download ${name.toLowerCase()}`} onClick={download}>
        <Icon of={Download} />
        {rows ? counted(rows, 'row') : 'Download'}
      </Button>
    </li>
  )
}
