import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FULFILMENT_TRANSITIONS, ORDER_TRANSITIONS, PAYMENT_TRANSITIONS } from '../../src/domain/order'
import { FEATURES, MAY_IMPORT } from './rooms'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

/** What the table says in the row whose first cell names this. */
function cell(row: string, column: number): string[] {
  const line = guide
    .split('\n')
    .find((text) => text.startsWith('| ') && (text.split('|')[1] ?? '').includes(`\`${row}\``))
  return (line?.split('|')[column] ?? '').split(',').map((text) => text.trim())
}

describe('docs/architecture.md', () => {
  it('names files and folders that are there, and every room', () => {
    const named = [...guide.matchAll(/`((?:src|pocketbase|tests|e2e|scripts)(?:\/[\w./-]+)?)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of rooms.filter(({ name }) => name in MAY_IMPORT)) expect(named).toContain(`src/${name}`)
    for (const [, link = ''] of guide.matchAll(/\]\(([^)]+)\)/g))
      expect(existsSync(join(ROOT, 'docs', link)), link).toBe(true)
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
