import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@/domain/date'
import { counted, grouped } from '@/domain/desk/list-words'
import { isFarFewer, PIN_SOURCE, wordsOf } from '@/domain/desk/pin-directory'
import type { PinDirectory, PinsAnswer } from '@/domain/desk/pins'
import { ProgressBar } from '@/ui/progress-bar'
import { Button } from '../parts/button'
import { FileButton } from '../parts/file-button'
import { SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { LoadFailure } from '../parts/states'
import { useAsk } from '../session'
import type { PinImport } from './pin-file'
import { type PinStage, usePinImport } from './use-pin-import'

/** India Post's directory of PIN codes: what is in place, and the way to bring one in. */
export function PinCodes() {
  const ask = useAsk()
  const { data, error, refetch } = useQuery({ queryKey: ['pins'], queryFn: () => ask<PinsAnswer>('pins') })
  const { stage, read, send, stop, leave } = usePinImport()
  return (
    <section className="mt-9 max-w-[70ch]" aria-labelledby="pin-codes">
      <SectionHead id="pin-codes" title="PIN codes">
        {(stage.at === 'start' || stage.at === 'done' || stage.at === 'reading') && (
          <FileButton
            label="CSV of India Post’s directory"
            accept=".csv,.txt,text/csv"
            busy={stage.at === 'reading'}
            onFile={read}
          >
            {stage.at === 'reading' ? `${grouped(stage.done)} offices read` : 'Choose the CSV'}
          </FileButton>
        )}
      </SectionHead>
      {error && <LoadFailure what="The directory of PIN codes" error={error} retry={refetch} />}
      {data && <InPlace directory={data.directory} />}
      <div className="mt-3 grid gap-3" role="status" aria-busy={stage.at === 'sending'}>
        <Stage stage={stage} before={data?.directory?.pins ?? 0} onSend={send} onStop={stop} onLeave={leave} />
      </div>
      <p className="meta mt-3">
        {PIN_SOURCE.text}{' '}
        <a className="link break-words" href={PIN_SOURCE.url} target="_blank" rel="noreferrer">
          {PIN_SOURCE.url}
        </a>
        . Published under{' '}
        <a className="link" href={PIN_SOURCE.licenceUrl} target="_blank" rel="noreferrer">
          {PIN_SOURCE.licence}
        </a>
        .
      </p>
    </section>
  )
}

function InPlace({ directory }: { directory: PinDirectory | null }) {
  if (!directory)
    return (
      <p className="text-ink-2">
        Checkout knows the state of most PIN codes. With India Post’s directory it knows all of them, fills in the
        district as the city, and says when a code does not exist. Download the CSV of “All India Pincode Directory”
        from data.gov.in and choose it here.
      </p>
    )
  const { pins, offices, since, file } = directory
  return (
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      {counted(pins, 'PIN code')} of {counted(offices, 'post office')}, since {formatDate(since)}, from {file}. A newer
      file takes their place.
    </p>
  )
}

interface StageProps {
  stage: PinStage
  /** PIN codes in place. */
  before: number
  onSend: (file: PinImport) => void
  onStop: () => void
  onLeave: () => void
}

function Stage({ stage, before, onSend, onStop, onLeave }: StageProps) {
  if (stage.at === 'reading') return null
  if (stage.at === 'start') return stage.problem ? <Note kind="bad">{stage.problem}</Note> : null
  if (stage.at === 'done') return <Note kind="good">{counted(stage.pins, 'PIN code')} in place.</Note>
  if (stage.at === 'read') return <Found file={stage.file} before={before} onSend={onSend} onLeave={onLeave} />
  const { file, done, problem } = stage
  const so = `${grouped(done)} of ${grouped(file.reading.entries.length)} PIN codes`
  return (
    <>
      <p>{stage.at === 'sending' ? `Bringing in ${so}` : `Stopped at ${so}. What was in place still is.`}</p>
      <ProgressBar label="PIN codes" done={done} of={file.reading.entries.length} />
      {problem && <Note kind="bad">{problem}</Note>}
      <p className="flex flex-wrap gap-2">
        {stage.at === 'sending' ? (
          <Button onClick={onStop}>Stop here</Button>
        ) : (
          <>
            <Button look="primary" onClick={() => onSend(file)}>
              Go on
            </Button>
            <Button onClick={onLeave}>Leave it</Button>
          </>
        )}
      </p>
    </>
  )
}

interface FoundProps {
  file: PinImport
  before: number
  onSend: (file: PinImport) => void
  onLeave: () => void
}

/** What a file says, before anything of it is brought in. */
function Found({ file, before, onSend, onLeave }: FoundProps) {
  const { reading } = file
  const pins = reading.entries.length
  const fewer = isFarFewer(pins, before)
  const codes = counted(pins, 'PIN code')
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <b>{wordsOf(reading)}</b> in {file.file}. Nothing is changed yet.
      </p>
      {fewer && (
        <Note kind="warn">
          The directory in place has {grouped(before)}: this file is a part of one, or cut off. What it does not have
          would be unknown to the shop.
        </Note>
      )}
      {reading.odd.length > 0 && (
        <ul className="list-disc pl-5 text-ink-2">
          {reading.odd.map((odd) => (
            <li key={odd}>{odd}</li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-2">
        <Button look={fewer ? 'danger' : 'primary'} onClick={() => onSend({ ...file, fewer })}>
          {fewer ? `Bring in only ${codes}` : `Bring in ${codes}`}
        </Button>
        <Button onClick={onLeave}>Another file</Button>
      </p>
    </>
  )
}
