import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { FULFILMENT_TRANSITIONS, ORDER_TRANSITIONS, PAYMENT_TRANSITIONS } from '../../src/domain/orders/order'
import { FEATURES, MAY_IMPORT } from './rooms'

const guide = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

/** What the table says in the row whose first cell names this. */
function cell(row: string, column: number): string[] {
  const line = guide
    .split('\n')
    .find((text) => text.startsWith('| ') && (text.split('|')[1] ?? '').includes(`\`${row}\``))
  return (line?.split('|')[column] ?? '').split(',').map((text) => text.trim())
}

/** Files and folders of the project that a document names in backticks. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|pocketbase|tests|e2e|scripts)(?:\/[\w./-]+)?)`/g)].map(([, path = '']) => path)

/** What a build or a start makes, and no checkout brings. */
const MADE = /^pocketbase\/(?:pb_hooks|pb_data|\.bin)(?:\/|$)/

describe('every document', () => {
  const pages = ['docs', 'docs/decisions']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.md'))
    .concat('README.md', 'CONTRIBUTING.md')

  it.each(pages)('%s names files and folders that are there', (page) => {
    const named = pathsIn(readFileSync(join(ROOT, page), 'utf8'))
    expect(named.filter((path) => !MADE.test(path) && !existsSync(join(ROOT, path)))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  it('names every room', () => {
    const named = pathsIn(guide)
    const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of rooms.filter(({ name }) => name in MAY_IMPORT)) expect(named).toContain(`src/${name}`)
  })

  it('says of rooms and features what is held', () => {
    for (const [room, below] of Object.entries(MAY_IMPORT)) {
      if (room === 'entry' || room === 'app') continue
      const said = cell(room === 'hooks' ? 'pocketbase/hooks' : `src/${room}`, 3)
      expect(said, room).toEqual(below.length === 0 ? ['nothing'] : below)
    }
    for (const [feature, others] of Object.entries(FEATURES))
      expect(cell(feature, 2), feature).toEqual(others.length === 0 ? ['–'] : others)
  })

  it('ORDER-09 lists the moves of an order as they are', () => {
    for (const table of [ORDER_TRANSITIONS, PAYMENT_TRANSITIONS, FULFILMENT_TRANSITIONS]) {
      const moves = Object.entries(table).filter(([, to]) => to.length > 0)
      expect(guide).toContain(`\`\n${moves.map(([from, to]) => `- ${from} → ${to.join(', ')}`).join('\n')}\n\n`)
    }
  })
})
