import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Choose } from './choose'
import { importRun } from './import-run'
import { Look } from './look'
import { lookedFile } from './looked'
import { Saving } from './saving'

/** CSV in and out: choose a file or take one → what would happen → saved. The stage is in the address, for Back. */
export function Import() {
  const [params, setParams] = useSearchParams()
  const looked = useSyncExternalStore(lookedFile.subscribe, lookedFile.get)
  const run = useSyncExternalStore(importRun.subscribe, importRun.get)
  const stage = params.get('stage')
  const go = (next: string) => setParams(next ? { stage: next } : {}, { replace: stage === 'look' && next === 'save' })
  if (run && (stage === 'save' || run.state === 'running')) return <Saving run={run} onBack={() => go('')} />
  if (looked && stage === 'look') return <Look looked={looked} onBack={() => go('')} onSave={() => go('save')} />
  return <Choose onLooked={() => go('look')} />
}
