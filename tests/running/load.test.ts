import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runLoad } from '../../scripts/bench/load-run'
import { LONG } from '../long'
import { scratchFolder } from '../scratch-folder'

const { shoppers, seconds, kills } = LONG
  ? { shoppers: 50, seconds: 60, kills: 3 }
  : { shoppers: 20, seconds: 5, kills: 1 }

test(`ORDER-05 ORDER-10 RUN-18 ${shoppers} shoppers order while the power is cut: no order is lost or doubled, no piece sold twice, and errors are sentences`, async () => {
  const publicDir = scratchFolder(onTestFinished)
  await writeFile(join(publicDir, 'index.html'), '<!doctype html><title>Shop</title>')
  const report = await runLoad({ seconds, shoppers, kills, think: 300, patience: 120_000, publicDir })
  expect(report.wrong).toEqual([])
  expect(report.orders.acknowledged).toBeGreaterThan(0)
  expect(report.restarts).toHaveLength(kills)
}, 300_000)
