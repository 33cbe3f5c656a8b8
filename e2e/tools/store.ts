import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { DIST_DIR } from '../../scripts/start/environment'
import { type NewUser, type RecordStore, startStore } from '../../tests/backend/record-store'
import { Mailbox } from '../../tests/mailbox'

export { expect } from '@playwright/test'

interface TestFixtures {
  /** Starts one more store for this test alone, with a catalogue of its own to change. Stopped after the test. */
  freshStore: (options?: Parameters<typeof startStore>[0]) => Promise<RecordStore>
  watch: PageWatch
  /** A mail server; give its `env` to `freshStore`. */
  mailbox: Mailbox
}

interface TestOptions {
  /** Without it each page fetches all it is made of, as on a first visit. */
  browserCache: boolean
}

interface WorkerFixtures {
  /**
   * The built store with the demo catalogue, shared by the tests of a worker: change nothing another test relies on.
   */
  store: RecordStore
}

/** What each page has asked for, and what of it is still on its way. */
const traffic = new WeakMap<Page, { asked: number; underWay: Set<Request> }>()

/** What stays open to hear news, and what nobody waits for, is no part of a page's loading. */
const isLoading = (request: Request) => !['eventsource', 'ping'].includes(request.resourceType())

function countTraffic(page: Page): void {
  const counts = { asked: 0, underWay: new Set<Request>() }
  traffic.set(page, counts)
  page.on('request', (request) => {
    if (!isLoading(request)) return
    counts.asked += 1
    counts.underWay.add(request)
  })
  const ended = (request: Request) => void counts.underWay.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** What the pages of one test asked for and complained about. */
class PageWatch {
  /** Every address outside the store that a page asked for. None of them was reached unless its origin was allowed. */
  readonly outside: string[] = []
  private readonly problems: string[] = []
  private readonly origins = new Set<string>()
  private readonly expected: (string | RegExp)[] = []

  /**
   * Lets complaints matching this pass, by (part of) their text. Ask for as little as the test needs, such as the one
   * address that answers 404.
   */
  expectProblem(text: string | RegExp): void {
    this.expected.push(text)
  }

  /** Lets pages reach another origin, a local fake of a third party for instance. */
  allowOrigin(origin: string): void {
    this.origins.add(new URL(origin).origin)
  }

  /** The complaints no test asked for. */
  unexpected(): string[] {
    return this.problems.filter(
      (problem) =>
        !this.expected.some((text) => (typeof text === 'string' ? problem.includes(text) : text.test(problem))),
    )
  }

  private isOurs(url: string): boolean {
    return /^(?:data|blob|about):/.test(url) || this.origins.has(new URL(url).origin)
  }

  guard(context: BrowserContext): void {
    context.on('request', (request) => {
      if (!this.isOurs(request.url())) this.outside.push(request.url())
    })
    context.on('page', (page) => this.listen(page))
    for (const page of context.pages()) this.listen(page)
  }

  private listen(page: Page): void {
    countTraffic(page)
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const { url } = message.location()
      // No other name than this machine's is found (playwright.config.ts): told from the store's own failures by it.
      if (url !== '' && !this.isOurs(url) && message.text().startsWith('Failed to load resource')) return
      // The page was closed while it asked to be told: its connection is gone.
      if (url.endsWith('/api/realtime') && message.text().includes('status of 404')) return
      this.problems.push(`console.error: ${message.text()} (${url})`)
    })
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed'
      // A request whose page was left, or that the app called off, failed for nobody.
      if (!this.isOurs(request.url()) || reason === 'net::ERR_ABORTED') return
      this.problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`)
    })
  }
}

/**
 * Waits until the code of a page has taken over what was served: from now on a press is the application's. React does
 * that in slices, and marks the header long before the last of them.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const held = (element: Element | null, name: string) =>
      Object.entries(element ?? {}).find(([key]) => key.startsWith(name))?.[1]
    const root = held(document.getElementById('root'), '__reactContainer')?.stateNode
    const isDone = root?.current.memoizedState.isDehydrated === false
    return isDone && held(document.querySelector('header'), '__reactFiber') !== undefined
  })
}

/** Waits until the history is as deep as overlays are open (ROUTE-25): only then is a step Back the topmost one's. */
export const overlaysDeep = (page: Page, depth: number) =>
  page.waitForFunction((depth) => (window.history.state?.overlays ?? 0) === depth, depth)

/** Waits until what a first document left out is there as well (PAINT-17). */
export const whole = (page: Page) => page.waitForFunction(() => document.getElementById('query-state'))

/** Opens a page as who runs no script does: it leads on to the whole one. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForURL(/[?&]whole$/)
}

/** Open pages listen a few seconds after they have settled. */
export const listening = (page: Page) =>
  page.waitForResponse((answer) => answer.request().postData()?.includes('"store/pages"') === true)

/** Waits until a page is alive, has done what it had to do, and nothing it asked for is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await alive(page)
  await expect
    .poll(
      async () => {
        const before = traffic.get(page)?.asked
        await page.evaluate(
          () =>
            new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(done)))),
        )
        const { asked, underWay } = traffic.get(page) ?? {}
        return asked === before ? [...(underWay ?? [])].map((request) => request.url()) : 'still asking'
      },
      { intervals: [20] },
    )
    .toEqual([])
}

/** Pictures of the right shape at once, for tests to which it is no matter what they show. */
export async function emptyPictures(page: Page): Promise<void> {
  await page.route('**/api/files/**', (route) => {
    const [width, height] = route.request().url().includes('/hero_') ? [1920, 900] : [1200, 1200]
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
}

/** Where this width has sign-in and account: in the header, or in the menu, which is opened. */
export async function accountPlace(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) >= 1024) return page.getByRole('banner')
  // One that is on its way out is there no longer.
  const menu = page.getByRole('dialog', { name: 'Menu' }).and(page.locator('[data-state=open]'))
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  return menu
}

/** Types email and password into the page for it, and sends them. */
export async function signIn(page: Page, { email, password }: Pick<NewUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in by hand, on the way to a page of the shop. */
export async function signInTo(page: Page, user: NewUser, path: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/auth/login?returnTo=${encodeURIComponent(path)}`)
  await signIn(page, user)
  await expect(page).toHaveURL(origin + path)
}

/** Signs in on the shop's page that is open, as the next page it loads sees it. */
export async function keepSession(page: Page, { pb }: NewUser): Promise<void> {
  const { token, record } = pb.authStore
  const session = JSON.stringify({ token, record })
  await page.evaluate((session) => localStorage.setItem('pocketbase_auth', session), session)
}

/** Signs in as another tab of the browser would: what the page keeps of a session is there, and it is told. */
export async function signInElsewhere(page: Page, user: NewUser): Promise<void> {
  await keepSession(page, user)
  await page.evaluate((key) => {
    const newValue = localStorage.getItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, 'pocketbase_auth')
}

/**
 * Pages come without their content from here on, as a foreign static host or a page that could not be rendered brings
 * them: the browser asks for every record itself, and tests can hold, change or refuse the answers.
 */
export async function withoutRendering(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.resourceType() !== 'document' || request.method() !== 'GET') return route.fallback()
    // A page the store never renders, in the place of the one asked for.
    const url = new URL('/builder-example', request.url()).href
    return route.fulfill({ response: await route.fetch({ url }) })
  })
}

function startBuiltStore(options: Parameters<typeof startStore>[0] = {}): Promise<RecordStore> {
  return startStore({ seed: 'demo', ...options, env: { STORE_PUBLIC_DIR: DIST_DIR, ...options.env } })
}

/**
 * Playwright's `test` on a running built store: `page.goto('/shop')` opens it. A test fails on `console.error`, on an
 * uncaught error and on a failed request to the store; nothing outside the store is reached.
 */
export const test = base.extend<TestFixtures & TestOptions, WorkerFixtures>({
  browserCache: [true, { option: true }],

  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const store = await startBuiltStore()
      await use(store)
      await store.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ store }, use) => use(store.url),

  watch: [
    async ({ context, store, browserCache }, use, testInfo) => {
      // Playwright switches the cache off where it may answer.
      if (!browserCache) await context.route('**/*', (route) => route.fallback())
      const watch = new PageWatch()
      watch.allowOrigin(store.url)
      watch.guard(context)
      await use(watch)
      const problems = watch.unexpected()
      if (problems.length > 0 && testInfo.status === 'passed') {
        throw new Error(`The page complained:\n${problems.join('\n')}`)
      }
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  mailbox: async ({}, use) => {
    const mailbox = await Mailbox.start()
    await use(mailbox)
    await mailbox.stop()
  },

  freshStore: async ({ context, watch }, use) => {
    const started: RecordStore[] = []
    await use(async (options) => {
      const store = await startBuiltStore(options)
      started.push(store)
      watch.allowOrigin(store.url)
      return store
    })
    // A page that is still fetching pictures would count their failure.
    await Promise.all(context.pages().map((page) => page.close()))
    await Promise.all(started.map((store) => store.stop()))
  },
})
