import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './environment'
import { type LoadReport, runLoad } from './load-run'

/** `npm run load -- --minutes 3 --shoppers 50 --kills 3 --think 1000`: see docs/load.md. Needs a build. */

function print({
  requests,
  perSecond,
  kinds,
  orders,
  refusals,
  connectionsLost,
  restarts,
  peakMemoryMb,
  wrong,
}: LoadReport) {
  const row = (cells: (string | number)[]) =>
    console.log(
      cells.map((cell, place) => String(cell)[place === 0 ? 'padEnd' : 'padStart'](place === 0 ? 14 : 10)).join(''),
    )
  row(['ms', 'requests', 'p50', 'p95', 'p99', 'max'])
  for (const { kind, requests: count, p50, p95, p99, max } of kinds) row([kind, count, p50, p95, p99, max])
  console.log(`${requests} requests, ${perSecond} a second; memory at most ${peakMemoryMb ?? '?'} MB`)
  console.log(
    `${orders.acknowledged} orders acknowledged: ${orders.cash} in cash, ${orders.paid} paid, ${orders.leftWaiting} left waiting; ${orders.sentAgain} requests sent again`,
  )
  console.log(
    `${restarts.length} restarts, down ${restarts.map(({ downMs }) => `${downMs} ms`).join(', ')}; ${connectionsLost} connections lost`,
  )
  for (const [said, count] of Object.entries(refusals)) console.log(`${String(count).padStart(6)} × ${said}`)
  for (const line of wrong) console.log(`WRONG: ${line}`)
  if (wrong.length === 0) console.log('No order is lost, no piece sold twice, no mail sent twice.')
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    shoppers: { type: 'string', default: '50' },
    kills: { type: 'string', default: '3' },
    think: { type: 'string', default: '1000' },
    report: { type: 'string', default: join(ROOT, 'reports/load.json') },
  },
})
const report = await runLoad({
  seconds: Number(values.minutes) * 60,
  shoppers: Number(values.shoppers),
  kills: Number(values.kills),
  think: Number(values.think),
})
print(report)
await mkdir(join(values.report, '..'), { recursive: true })
await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.wrong.length === 0 ? 0 : 1
