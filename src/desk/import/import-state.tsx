import { useEffect, useRef, useSyncExternalStore } from 'react'
import { counted, grouped } from '@/domain/desk/list-words'
import { useToast } from '../parts/toast'
import { DONE, importRun } from './import-run'

/** On every other screen: how far an import has come, and a word when it is done. */
export function ImportState({ at }: { at: string }) {
  const run = useSyncExternalStore(importRun.subscribe, importRun.get)
  const toast = useToast()
  const elsewhere = at !== '/import'
  const before = useRef(run?.state)
  useEffect(() => {
    const was = before.current
    before.current = run?.state
    if (was !== 'running' || run?.state !== 'done' || !elsewhere) return
    const refused = run.refused.length > 0 ? `, ${grouped(run.refused.length)} refused` : ''
    toast({ text: `${counted(run.saved.length, 'row')} of ${run.file} ${DONE[run.doing]}${refused}.` })
  }, [run, elsewhere, toast])
  if (!elsewhere || !run || run.state === 'done') return null
  const far = `${grouped(run.done)} of ${counted(run.rows.length, 'row')}`
  const so = `${far} of ${run.file} ${DONE[run.doing]}`
  return (
    <p className="mb-4 border-b pb-2 text-[13px] text-ink-2">
      <a className="link" href="#/import?stage=save">
        {run.state === 'running'
          ? `${so}${run.offline ? ': no line to the shop, goes on by itself' : ''}`
          : `Not finished: ${so}`}
      </a>
    </p>
  )
}
