import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { REPORTS_DIR } from '../../scripts/check/reports'

/** Where each family leaves its counts, of which the report is made. */
export const COUNTS = join(REPORTS_DIR, 'attack')

/**
 * How often every route gets a random request. `npm run test:attack` asks 10,000; `npm test`, which must be quick, a
 * fraction.
 */
export const RUNS = Number(process.env.ATTACK_RUNS ?? 60)

export interface Counts {
  family: string
  tried: number
  findings: string[]
  /** Figures that are worth a line in the report, such as memory before and after. */
  notes: string[]
}

export interface Tally extends Counts {
  /** Counts one attack, and what was wrong with how the store took it. */
  count(what: string, faults: readonly string[]): void
  note(text: string): void
  /** Fails with what was found since the last time. */
  expectNone(): void
}

/** Counts the attacks of one kind, for the report; written when the file's tests have ended. */
export function tallyOf(family: string): Tally {
  let seen = 0
  const tally: Tally = {
    family,
    tried: 0,
    findings: [],
    notes: [],
    count: (what, faults) => {
      tally.tried++
      for (const fault of faults) tally.findings.push(`${what}: ${fault}`)
    },
    note: (text) => tally.notes.push(text),
    expectNone: () => {
      const found = tally.findings.slice(seen)
      seen = tally.findings.length
      expect(found).toEqual([])
    },
  }
  afterAll(async () => {
    const { tried, findings, notes } = tally
    await mkdir(COUNTS, { recursive: true })
    const file = join(COUNTS, `${family.replace(/\W+/g, '-')}.json`)
    await writeFile(file, `${JSON.stringify({ family, tried, findings, notes }, null, 2)}\n`)
  })
  return tally
}
