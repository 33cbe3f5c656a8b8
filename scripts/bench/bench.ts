import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import PocketBase from 'pocketbase'
import { buildClientIfChanged } from '../build/if-changed'
import { ensureBrowser } from '../check/browser'
import { writeReport } from '../check/reports'
import { ROOT } from '../start/environment'
import { startFloor } from './bench-floor'
import { measureInp } from './bench-inp'
import { type Interactions, measureInteractions } from './bench-interactions'
import { measurePurchase, type Purchase } from './bench-purchase'
import { measureQuality } from './bench-quality'
import { measureSale } from './bench-sale'
import { startShop } from './bench-shop'
import { measureStart } from './bench-start'
import { benchTools, type LighthouseResult } from './bench-tools'

/**
 * `npm run bench`: how fast the store is, as ratios to a page written by hand (the floor) that is measured in turn
 * with it on the same machine. `-- --runs 5 --seconds 10 --only pages,server` narrows it; `--slowdown 2` is for a
 * machine half as fast as Lighthouse expects; `-- --only sale --seconds 30` is a flash sale right after a restart,
 * without and with a maker who saves each second; `-- --only start` a second start, and pages drawn after a save;
 * `--checkout <folder>` runs these two on another, built checkout of the store, and `--beside <folder>` measures pages,
 * interactions and starts of that one in turn with these. `-- --only quality` is Lighthouse's other marks on every
 * route; `-- --only purchase` a first visit that ends with an order.
 * Writes `reports/bench.json`. See docs/speed.md.
 */

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: 'pages,interactions,server' },
    path: { type: 'string', default: '' },
    checkout: { type: 'string', default: ROOT },
    beside: { type: 'string', default: '' },
    slowdown: { type: 'string', default: '4' },
  },
})
const RUNS = Number(options.runs)
const SECONDS = Number(options.seconds)
const only = new Set(options.only.split(','))

interface Spread {
  median: number
  least: number
  most: number
}

function spread(numbers: number[]): Spread {
  const sorted = [...numbers].sort((first, second) => first - second)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  return { median, least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

/** What one run of Lighthouse says. Times in ms, sizes in bytes as transferred. */
interface PageRun {
  fcp: number
  lcp: number
  tbt: number
  cls: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  bytes: number
  script: number
  requests: number
  benchmarkIndex: number
}
type PageFigures = { [name in keyof PageRun]: Spread }

function readResult({ audits, categories, environment, runtimeError }: LighthouseResult): PageRun {
  if (runtimeError) throw new Error(runtimeError.message)
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: string) => Math.round(100 * (categories[category]?.score ?? Number.NaN))
  const kinds = audits['resource-summary']?.details?.items ?? []
  const kind = (name: string) => kinds.find(({ resourceType }) => resourceType === name)
  return {
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    bytes: Number(kind('total')?.transferSize),
    script: Number(kind('script')?.transferSize),
    requests: Number(kind('total')?.requestCount),
    benchmarkIndex: environment.benchmarkIndex,
  }
}

async function visit(url: string, throttlingMethod: 'simulate' | 'devtools'): Promise<LighthouseResult> {
  const { lighthouse, launch } = await benchTools()
  const { executablePath, args } = await ensureBrowser()
  const chromeFlags = [...args, '--headless=new', '--disable-gpu', '--disable-quic']
  const chrome = await launch({ chromePath: executablePath, chromeFlags, logLevel: 'error' })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      throttlingMethod,
      throttling: { cpuSlowdownMultiplier: Number(options.slowdown) },
      extraHeaders: { 'Accept-Language': 'en-IN' },
    })
    if (!result) throw new Error(`No result for ${url}`)
    return result.lhr
  } finally {
    chrome.kill()
  }
}

/** @throws when Lighthouse cannot measure the page in three tries: Chromium now and then keeps no whole trace */
async function measurePage(url: string, throttlingMethod: 'simulate' | 'devtools'): Promise<PageRun> {
  for (let left = 2; ; left--) {
    const result = await visit(url, throttlingMethod)
    if (!result.runtimeError || left === 0) return readResult(result)
  }
}

/** Pages in turn, so that whatever else the machine does meets all of them alike; the first round is for its caches. */
async function measurePages(
  pages: Record<string, string>,
  throttlingMethod: 'simulate' | 'devtools',
): Promise<Record<string, PageFigures>> {
  const runs = new Map<string, PageRun[]>(Object.keys(pages).map((name) => [name, []]))
  for (let round = 0; round <= RUNS; round++) {
    for (const [name, url] of Object.entries(pages)) {
      const run = await measurePage(url, throttlingMethod)
      if (round > 0) runs.get(name)?.push(run)
      process.stderr.write(`\r${throttlingMethod} ${round} of ${RUNS} ${name.padEnd(20)}`)
    }
  }
  process.stderr.write('\r'.padEnd(60))
  const figures = (all: PageRun[]) =>
    Object.fromEntries(
      Object.keys(all[0] ?? {}).map((name) => [name, spread(all.map((run) => run[name as keyof PageRun]))]),
    ) as unknown as PageFigures
  return Object.fromEntries([...runs].map(([name, all]) => [name, figures(all)]))
}

interface Served {
  path: string
  perSecond: number
  p50: number
  p99: number
}

async function measureServer(store: string, paths: string[]): Promise<Served[]> {
  const { autocannon } = await benchTools()
  const served: Served[] = []
  for (const path of paths) {
    const { requests, latency, non2xx, errors } = await autocannon({
      url: store + path,
      connections: 10,
      duration: SECONDS,
      headers: { 'accept-encoding': 'gzip, br', 'accept-language': 'en-IN' },
    })
    if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`)
    served.push({ path, perSecond: Math.round(requests.average), p50: latency.p50, p99: latency.p99 })
  }
  return served
}

const seconds = ({ median, least, most }: Spread) =>
  `${(median / 1000).toFixed(2)} (${(least / 1000).toFixed(2)}–${(most / 1000).toFixed(2)}) s`
const ms = ({ median, least, most }: Spread) => `${median.toFixed(0)} (${least.toFixed(0)}–${most.toFixed(0)}) ms`
/** In KiB, as Lighthouse's own report says sizes. */
const kiB = ({ median }: Spread) => `${(median / 1024).toFixed(1)} KiB`
const whole = ({ median, least, most }: Spread) => `${median} (${least}–${most})`
const ratio = (one: Spread, other: Spread) => (one.median / other.median).toFixed(2)

let lines: string[] = []
const row = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`)
const head = (...cells: string[]) => {
  row(...cells)
  row(...cells.map(() => '---'))
}

/** Each part is said as soon as it is known: what comes after it may fail. */
async function tell(): Promise<void> {
  console.log(lines.join('\n'))
  lines = []
  await writeReport('bench', report)
}

const report: Record<string, unknown> = { date: new Date().toISOString(), node: process.version, cores: cpus().length }
if (only.has('sale')) {
  if (options.checkout === ROOT) await buildClientIfChanged()
  head(
    'sale',
    'pages p50',
    'p99',
    'orders p50',
    'p95',
    'placed',
    'refused',
    'memory before',
    'peak',
    'p99 of the last third',
  )
  for (const saves of [false, true]) {
    const sale = await measureSale({ checkout: options.checkout, seconds: SECONDS, saves })
    report[saves ? 'saleWithSaves' : 'sale'] = sale
    const { pages, orders, memory, refusals } = sale
    row(
      saves ? 'a save each second' : 'no saves',
      ...[pages.p50, pages.p99, orders.p50, orders.p95].map((time) => `${time} ms`),
      String(orders.placed),
      Object.entries(refusals)
        .map(([said, count]) => `${count} × ${said}`)
        .join(', ') || 'none',
      `${memory.before} MiB`,
      `${memory.peak} MiB`,
      `${pages.lastP99} ms`,
    )
  }
  await tell()
  if (only.size === 1) process.exit()
}
if (only.has('start')) {
  const checkouts = [options.checkout, ...(options.beside ? [options.beside] : [])]
  for (const [at, checkout] of checkouts.entries()) {
    const { toFirstPage, drawn } = await measureStart(checkout, RUNS)
    report[at === 0 ? 'start' : 'startBeside'] = { toFirstPage, drawn }
    head(at === 0 ? 'start' : 'start, beside', 'median (least–most)')
    row('second start to first page', ms(spread(toFirstPage)))
    for (const [path, times] of Object.entries(drawn)) row(`${path} after a save`, ms(spread(times)))
    lines.push('')
  }
  await tell()
  if (only.size === 1) process.exit()
}
await buildClientIfChanged()
const scratch = await mkdtemp(join(tmpdir(), 'bench-'))
// Marks have no use for small copies, and nothing should be made while they are given.
const isTimed = options.only !== 'quality'
const shop = await startShop(join(scratch, 'data'), isTimed ? {} : { STORE_PICTURES: 'jpeg' })
const beside = options.beside
  ? await startShop(join(scratch, 'beside'), { STORE_PORT: '8498' }, options.beside)
  : undefined
try {
  if (isTimed) await shop.picturesMade()
  if (isTimed) await beside?.picturesMade()
  // The same product every time: each demo shop gives them ids of its own.
  const pathsOf = async (url: string) => {
    const products = new PocketBase(url).collection('products')
    const { id } = await products.getFirstListItem('inStock = true', { sort: 'name' })
    return { home: '/', shop: '/shop', product: `/product/${id}`, checkout: '/checkout' }
  }
  const paths = await pathsOf(shop.url)
  const shops = {
    '': { url: shop.url, paths },
    ...(beside && { ' beside': { url: beside.url, paths: await pathsOf(beside.url) } }),
  }
  for (const { url, paths } of Object.values(shops)) for (const path of Object.values(paths)) await fetch(url + path)
  const floor = await startFloor(shop.url)

  if (only.has('pages')) {
    const addresses = (names: (keyof typeof paths)[]) =>
      Object.fromEntries(
        names.flatMap((name) =>
          Object.entries(shops).map(([which, { url, paths }]) => [name + which, url + paths[name]]),
        ),
      )
    const all = addresses(['home', 'shop', 'product', 'checkout'])
    const simulated = await measurePages({ floor: floor.url, ...all }, 'simulate')
    const applied = await measurePages({ floor: floor.url, ...addresses(['home']) }, 'devtools')
    report.simulated = simulated
    report.applied = applied
    head(
      'phone, simulated',
      'FCP',
      '÷ floor',
      'LCP',
      '÷ floor',
      'TBT',
      'CLS',
      'performance',
      'a11y',
      'practices',
      'SEO',
      'all',
      'scripts',
      'requests',
    ) // prettier-ignore
    const { floor: yard } = simulated
    for (const [name, page] of Object.entries(simulated)) {
      if (!yard) continue
      row(
        name,
        seconds(page.fcp),
        ratio(page.fcp, yard.fcp),
        seconds(page.lcp),
        ratio(page.lcp, yard.lcp),
        ms(page.tbt),
        page.cls.most.toFixed(3),
        whole(page.performance),
        String(page.accessibility.median),
        String(page.bestPractices.median),
        String(page.seo.median),
        kiB(page.bytes),
        kiB(page.script),
        String(page.requests.median),
      ) // prettier-ignore
    }
    lines.push('')
    head('phone, applied throttling', 'FCP', 'LCP', 'LCP ÷ floor', 'TBT', 'CLS')
    for (const [name, page] of Object.entries(applied))
      row(
        name,
        seconds(page.fcp),
        seconds(page.lcp),
        applied.floor ? ratio(page.lcp, applied.floor.lcp) : '',
        ms(page.tbt),
        page.cls.most.toFixed(3),
      ) // prettier-ignore
    lines.push('', `Lighthouse's index of this machine's speed: ${whole(yard?.benchmarkIndex as Spread)}`, '')
    await tell()
  }

  if (only.has('interactions')) {
    const spreads = ({ listToProduct, addToCart }: Interactions) => ({
      listToProduct: spread(listToProduct),
      addToCart: spread(addToCart),
    })
    const interactions: Record<string, Record<'plain' | 'throttled', ReturnType<typeof spreads>>> = {}
    head('from the click', 'plain', '4 × CPU, 150 ms')
    for (const [which, { url, paths }] of Object.entries(shops)) {
      const plain = spreads(await measureInteractions(url, paths.product, RUNS, false))
      const throttled = spreads(await measureInteractions(url, paths.product, RUNS, true))
      interactions[`shop${which}`] = { plain, throttled }
      row(`list → product${which}`, ms(plain.listToProduct), ms(throttled.listToProduct))
      row(`add to cart${which}`, ms(plain.addToCart), ms(throttled.addToCart))
    }
    report.interactions = interactions
    lines.push('')
    await tell()
    const inp: Record<string, Record<'plain' | 'throttled', Spread>> = {}
    head('from the press to the next frame', 'plain', '4 × CPU')
    for (const [which, { url }] of Object.entries(shops)) {
      const plain = await measureInp(url, RUNS, false)
      const throttled = await measureInp(url, RUNS, true)
      for (const [name, times] of plain) {
        const both = { plain: spread(times), throttled: spread(throttled.get(name) ?? []) }
        inp[name + which] = both
        row(name + which, ms(both.plain), ms(both.throttled))
      }
    }
    report.inp = inp
    lines.push('')
    await tell()
  }

  if (only.has('purchase')) {
    const purchases: Record<string, { taps: number; seconds: Spread; steps: Record<string, Spread> }> = {}
    for (const [name, path] of [['home', paths.home] as const, ['product', paths.product] as const]) {
      const runs: Purchase[] = []
      for (let run = 0; run < RUNS; run++) runs.push(await measurePurchase(new URL(path, shop.url).href))
      const total = spread(runs.map((steps) => steps.reduce((sum, { seconds }) => sum + seconds, 0)))
      const steps = (runs[0] ?? []).map((step, at) => {
        return [step.name, spread(runs.map((run) => run[at]?.seconds ?? 0))] as const
      })
      const taps = steps.length - 1
      purchases[name] = { taps, seconds: total, steps: Object.fromEntries(steps) }
      head(`cash order, from ${name}`, 'median, s', 'least', 'most')
      for (const [step, { median, least, most }] of [...steps, [`${taps} taps`, total] as const])
        row(step, ...[median, least, most].map((seconds) => seconds.toFixed(1)))
      lines.push('')
    }
    report.purchase = purchases
    await tell()
  }

  if (only.has('server')) {
    const before = await shop.memory()
    const served = await measureServer(shop.url, [paths.home, paths.shop, paths.product])
    const after = await shop.memory()
    report.server = { served, memory: { before, after } }
    head('10 connections', 'pages a second', 'p50', 'p99')
    for (const { path, perSecond, p50, p99 } of served) row(path, String(perSecond), `${p50} ms`, `${p99} ms`)
    lines.push('')
    head('memory', 'before', 'after')
    const rows = [
      ['the whole store', 'whole'],
      ['of it not to be dropped', 'anonymous'],
      ['PocketBase alone', 'recordStore'],
    ] as const
    for (const [name, part] of rows) row(name, `${before[part].toFixed(0)} MiB`, `${after[part].toFixed(0)} MiB`)
    lines.push('')
    await tell()
  }

  if (only.has('quality')) {
    const quality = await measureQuality(shop.url, options.path)
    report.quality = quality
    head('route', 'who', 'a11y', 'practices', 'SEO', 'left out')
    for (const { path, who, language, accessibility, 'best-practices': practices, seo, meant } of quality)
      row(path, `${who}, ${language}`, String(accessibility), String(practices), String(seo), meant.join(', '))
    lines.push('')
    for (const { path, who, language, failing } of quality)
      for (const audit of failing) lines.push(`${path} ${who} ${language}\n    ${audit}`)
    const below = quality.filter((page) => Math.min(page.accessibility, page['best-practices'], page.seo) < 100)
    lines.push(`${quality.length} visits, ${below.length} below 100.`)
    await tell()
    if (below.length > 0) process.exitCode = 1
  }
  await floor.stop()
} finally {
  await shop.stop()
  await beside?.stop()
  await rm(scratch, { recursive: true, force: true })
}
