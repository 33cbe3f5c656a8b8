import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPORTS_DIR, writeReport } from '../../scripts/check/reports'
import { COUNTS, type Counts } from './tally'

/**
 * Around all attack tests of a run: afterwards what each family counted is one report, `reports/attack.json` and
 * `reports/attack.md`.
 */
export default async function report(): Promise<() => Promise<void>> {
  await rm(COUNTS, { recursive: true, force: true })
  return writeAttacks
}

async function writeAttacks(): Promise<void> {
  const names = await readdir(COUNTS).catch(() => [])
  if (names.length === 0) return
  const families = await Promise.all(
    names.sort().map(async (name) => JSON.parse(await readFile(join(COUNTS, name), 'utf8')) as Counts),
  )
  await rm(COUNTS, { recursive: true, force: true })
  const tried = families.reduce((sum, family) => sum + family.tried, 0)
  const findings = families.reduce((sum, family) => sum + family.findings.length, 0)
  await writeReport('attack', { tried, findings, families })
  await writeFile(join(REPORTS_DIR, 'attack.md'), pageOf(families, tried, findings))
  console.log(`attacks: ${tried} tried, ${findings} findings (reports/attack.md)`)
}

function pageOf(families: readonly Counts[], tried: number, findings: number): string {
  const rows = families.map(({ family, tried, findings }) => `| ${family} | ${tried} | ${findings.length} |`)
  const notes = families.flatMap(({ family, notes }) => notes.map((note) => `- ${family}: ${note}`))
  const found = families.flatMap(({ family, findings }) => findings.map((finding) => `- ${family}: ${finding}`))
  return [
    '# Attacks',
    '',
    '| family | tried | findings |',
    '| --- | ---: | ---: |',
    ...rows,
    `| **all** | **${tried}** | **${findings}** |`,
    '',
    ...notes,
    ...(found.length > 0 ? ['', '## Findings', '', ...found] : []),
    '',
  ].join('\n')
}
