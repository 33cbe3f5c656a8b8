import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorCode, errorSentence, errorStatus } from '@/api/errors'
import { WrongPinFile } from '@/domain/desk/pin-directory'
import type { PinsDone } from '@/domain/desk/pins'
import { useAsk } from '../session'
import { type PinImport, readPinFile, sendPins } from './pin-file'

/** Where bringing a directory in stands. `done`: offices read, then PIN codes taken in. */
export type PinStage =
  | { at: 'start'; problem?: string }
  | { at: 'reading'; file: string; done: number }
  | { at: 'read'; file: PinImport }
  | { at: 'sending' | 'stopped'; file: PinImport; done: number; problem?: string }
  | { at: 'done'; pins: number }

const BEGIN_BYTES = 1000

/** Refusals after which going on would be refused again. */
const FINAL = ['pins_gone', 'pins_order', 'far_fewer_pins']

/** Reads a directory, and brings it in when asked; leaving the screen stops it, and nothing half stands. */
export function usePinImport() {
  const ask = useAsk()
  const queries = useQueryClient()
  const [stage, setStage] = useState<PinStage>({ at: 'start' })
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    const { name } = chosen
    setStage({ at: 'reading', file: name, done: 0 })
    try {
      const begin = await chosen.slice(0, BEGIN_BYTES).text()
      const told = (done: number) => setStage({ at: 'reading', file: name, done })
      const reading = await readPinFile({ begin, source: chosen, bytes: chosen.size }, told)
      setStage({ at: 'read', file: { key: crypto.randomUUID(), file: name, reading, fewer: false } })
    } catch (error) {
      const problem = error instanceof WrongPinFile ? error.message : 'This file cannot be read. Choose it again.'
      setStage({ at: 'start', problem })
    }
  }

  const send = async (file: PinImport) => {
    stopped.current = false
    let done = 0
    const tell = (pins: number) => {
      done = pins
      setStage({ at: 'sending', file, done })
    }
    tell(0)
    try {
      const options = { onDone: tell, isStopped: () => stopped.current }
      const isIn = await sendPins(file, (body) => ask<PinsDone>('pins', { body }), options)
      setStage(isIn ? { at: 'done', pins: done } : { at: 'stopped', file, done })
      if (isIn) await queries.invalidateQueries({ queryKey: ['pins'] })
    } catch (error) {
      const problem = errorStatus(error) === 0 ? 'There is no line to the shop.' : errorSentence(error)
      setStage(FINAL.includes(errorCode(error)) ? { at: 'start', problem } : { at: 'stopped', file, done, problem })
    }
  }

  const stop = () => {
    stopped.current = true
  }
  return { stage, read, send, stop, leave: () => setStage({ at: 'start' }) }
}
