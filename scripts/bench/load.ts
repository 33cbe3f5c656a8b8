import { parseArgs } from 'node:util'
import { writeReport } from '../check/reports'
import { ATTACKS, type Attack } from './hostile'
import { type KindFigures, type LoadPlan, type LoadReport, runLoad } from './load-run'

/**
 * `npm run load -- --minutes 3 --shoppers 50 --kills 3 --think 1000`; `npm run load -- --attack`, the same without
 * cuts behind the guide's nginx (`--direct`: without), first alone and then beside strangers who want the shop to
 * stop (`--only readers,hoarders`: a part of what they do); `npm run load -- --import 5000`, first alone and then
 * beside an import of so many products at the desk; `npm run load -- --open-pages 3000`, first alone and then beside
 * so many open pages that follow what a maker saves every five seconds. See docs/load.md. Needs a build.
 */

/**
 * How long placing an order may take beside the strangers, 95 of 100, ms; and how much memory the store may have
 * then, MB.
 */
const ATTACKED_MS = 1000
const ATTACKED_MB = 450

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
    shoppers: { type: 'string', default: '' },
    kills: { type: 'string', default: '3' },
    think: { type: 'string', default: '1000' },
    attack: { type: 'boolean', default: false },
    import: { type: 'string', default: '' },
    'open-pages': { type: 'string', default: '' },
    only: { type: 'string', default: ATTACKS.join(',') },
    direct: { type: 'boolean', default: false },
  },
})

const attacks = values.only.split(',') as Attack[]
if (!attacks.every((name) => ATTACKS.includes(name))) throw new Error(`--only takes ${ATTACKS.join(', ')}`)

const plan: LoadPlan = {
  seconds: Number(values.minutes) * 60,
  shoppers: Number(values.shoppers || (values.attack ? 20 : 50)),
  kills: values.attack || values.import || values['open-pages'] ? 0 : Number(values.kills),
  think: Number(values.think),
  nginx: values.attack && !values.direct,
}

const placing = ({ kinds }: LoadReport) => kinds.find(({ kind }) => kind === 'place order')

function compare(what: string, before: KindFigures | undefined, after: KindFigures | undefined): void {
  if (before && after)
    console.log(
      `${what}: p50 ${before.p50} → ${after.p50} ms, p95 ${before.p95} → ${after.p95} ms (${(after.p95 / before.p95).toFixed(1)} times)`,
    )
}

async function first(): Promise<LoadReport> {
  const alone = await runLoad(plan)
  console.log('\nAlone')
  print(alone)
  return alone
}

/** How much longer placing an order may take beside an import. */
const IMPORT_TIMES = 2

/** Alone, then beside an import: what placing an order takes. */
async function imported(): Promise<LoadReport[]> {
  const alone = await first()
  const beside = await runLoad({ ...plan, rows: Number(values.import) })
  const [before, after] = [placing(alone), placing(beside)]
  if (!before || !after) beside.wrong.push('No order was placed')
  else if (after.p95 > IMPORT_TIMES * before.p95) beside.wrong.push(`Placing an order took ${after.p95} ms (p95)`)
  console.log('\nBeside an import')
  print(beside)
  compare('placing an order', before, after)
  return [alone, beside]
}

/** Alone, then beside the strangers: what placing an order takes, and what that is of the first. */
async function attacked(): Promise<LoadReport[]> {
  const alone = await first()
  const beside = await runLoad({ ...plan, attacks })
  const [before, after] = [placing(alone), placing(beside)]
  if (!before || !after) beside.wrong.push('No order was placed')
  else if (after.p95 >= ATTACKED_MS) beside.wrong.push(`Placing an order took ${after.p95} ms (p95)`)
  if ((beside.peakMemoryMb ?? 0) > ATTACKED_MB) beside.wrong.push(`The store grew to ${beside.peakMemoryMb} MB`)
  console.log(`\nBeside strangers: ${values.only}`)
  print(beside)
  compare('placing an order', before, after)
  return [alone, beside]
}

const page = ({ kinds }: LoadReport) => kinds.find(({ kind }) => kind === 'page')

/** Alone, then beside open pages: what orders and pages take, and what a page that is open costs. */
async function openPages(): Promise<LoadReport[]> {
  const alone = await first()
  const beside = await runLoad({ ...plan, openPages: Number(values['open-pages']) })
  console.log('\nBeside open pages')
  print(beside)
  compare('placing an order', placing(alone), placing(beside))
  compare('a page', page(alone), page(beside))
  return [alone, beside]
}

async function alone(): Promise<LoadReport[]> {
  const report = await runLoad(plan)
  print(report)
  return [report]
}

const run = values.attack ? attacked : values.import ? imported : values['open-pages'] ? openPages : alone
const reports = await run()
await writeReport('load', reports)
process.exitCode = reports.every(({ wrong }) => wrong.length === 0) ? 0 : 1
