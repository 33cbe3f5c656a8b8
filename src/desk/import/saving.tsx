import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CSV_UNDO_ROWS } from '@/domain/desk/csv-request'
import { counted, grouped } from '@/domain/desk/list-words'
import { ProgressBar } from '@/ui/progress-bar'
import { Button } from '../parts/button'
import { Head } from '../parts/head'
import { Note } from '../parts/note'
import { useAsk } from '../session'
import { BadLines } from './changes'
import { clearRun, DONE, goOn, type Run, stopRun, undoable, undoRun } from './import-run'
import { Crumb } from './look'

const DOING = { save: 'Saving', undo: 'Taking back' }

function title({ state, doing, done, rows, saved }: Run): string {
  if (state === 'running') return `${DOING[doing]} ${counted(rows.length, 'row')}`
  if (state === 'done') return `${counted(saved.length, 'row')} ${DONE[doing]}`
  const so = `${grouped(done)} of ${counted(rows.length, 'row')} ${DONE[doing]}`
  return state === 'stopped' ? `Stopped: ${so}` : `Not finished: ${so}`
}

/** Third stage: how far it has come, and what became of it. */
export function Saving({ run, onBack }: { run: Run; onBack: () => void }) {
  const ask = useAsk()
  const queries = useQueryClient()
  const { state, saved, refused, rows, done, doing } = run
  useEffect(() => {
    // Whatever other screens have read of products is old now.
    if (state !== 'running') queries.invalidateQueries()
  }, [state, queries])
  const taken = doing === 'save' && state !== 'running' ? undoable(run).length : 0
  return (
    <>
      <Crumb />
      <Head title={title(run)} sub={run.file}>
        {state === 'running' ? (
          <Button onClick={stopRun}>Stop here</Button>
        ) : (
          <>
            {taken > 0 && taken <= CSV_UNDO_ROWS && <Button onClick={() => undoRun(ask)}>Undo</Button>}
            {done < rows.length && <Button onClick={() => goOn(ask)}>Go on</Button>}
            <Button
              look="primary"
              onClick={() => {
                clearRun()
                onBack()
              }}
            >
              Another file
            </Button>
          </>
        )}
      </Head>
      {state !== 'done' && <Progress run={run} />}
      <div className="grid gap-3">
        {run.offline && <Note kind="warn">There is no line to the shop. It goes on by itself.</Note>}
        {run.why && <Note kind="bad">{run.why}</Note>}
        {state === 'done' && saved.length > 0 && (
          <div role="status">
            <Note kind="good">
              {doing === 'save' ? 'In the shop now.' : 'The shop is as it was before.'}
              {taken > CSV_UNDO_ROWS && ' More than 500 rows are not taken back as one: bring in the older file.'}
            </Note>
          </div>
        )}
      </div>
      <BadLines bad={refused} refused />
    </>
  )
}

function Progress({ run }: { run: Run }) {
  const { done, rows, ms, state } = run
  const seconds = done > 0 ? Math.ceil((((ms * 1.5) / done) * (rows.length - done)) / 1000) : 0
  return (
    <section className="mb-5 max-w-[640px]">
      <div className="mb-2 flex justify-between gap-3">
        <b>
          {grouped(done)} of {counted(rows.length, 'row')}
        </b>
        {state === 'running' && seconds > 2 && (
          <span className="meta">
            about {seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`}
          </span>
        )}
      </div>
      <ProgressBar label="Import" done={done} of={rows.length} />
      {state === 'running' && (
        <p className="mt-2.5 text-ink-2">Shoppers go on buying. You may go to other screens; keep this window open.</p>
      )}
    </section>
  )
}
