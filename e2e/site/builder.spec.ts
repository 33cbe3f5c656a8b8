import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { BUILDER_CLIENT } from '../../scripts/check/end-to-end'
import { DIST_DIR } from '../../scripts/start/environment'
import { type RecordStore, startStore } from '../../tests/backend/record-store'
import { arrived, problems } from '../tools/axe'
import { type BuilderServer, block, held, startBuilderServer, textBlock } from '../tools/builder-server'
import { misplacedWhenTight } from '../tools/layout'
import { test as base, expect, settled } from '../tools/store'

/** A store whose client was built with the page builder's key, and the builder's stand-in. */
const test = base.extend<{ builder: BuilderServer }, { builderStore: RecordStore }>({
  builderStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const store = await startStore({
        seed: 'demo',
        env: { STORE_PUBLIC_DIR: BUILDER_CLIENT.outDir, ...BUILDER_CLIENT.settings },
      })
      await use(store)
      await store.stop()
    },
    { scope: 'worker' },
  ],
  builder: async ({ context, watch, builderStore }, use) => {
    watch.allowOrigin(builderStore.url)
    watch.allowOrigin(BUILDER_CLIENT.settings.VITE_BUILDER_API_HOST)
    const server = await startBuilderServer(context)
    await use(server)
    await Promise.all(context.pages().map((page) => page.close()))
    await server.stop()
  },
})

const HERO = 'A hero from the page builder'

/** The page's scripts of the page builder that were asked for so far. */
function builderScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/builder-view|builder\.(io|test)/.test(request.url())) asked.push(request.url())
  })
  return asked
}

/** Layout shifts from now on, added up. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  return () =>
    page.evaluate(async () => {
      // A shift is told after the frame it was seen in.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { shifts: { sum: number } }).shifts.sum
    })
}

const builtInHero = (page: Page) => page.getByRole('region', { name: 'Featured' })

test('BUILD-01 ROUTE-18 without a key there is not one byte of the page builder', async ({ page, watch }) => {
  const scripts = (await readdir(join(DIST_DIR, 'assets'))).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) {
    expect(await readFile(join(DIST_DIR, 'assets', name), 'utf8'), name).not.toMatch(/builder\.io|builderNoTrack/)
  }
  const asked = builderScripts(page)
  await page.goto('/builder/diwali')
  await expect(page.getByRole('heading', { name: 'Nothing is published here' })).toBeVisible()
  await page.goto('/')
  await expect(builtInHero(page)).toBeVisible()
  expect([...asked, ...watch.outside]).toEqual([])
})

test.describe('with a key', () => {
  test('BUILD-01 nothing of the page builder is loaded where it has no place', async ({
    page,
    builder,
    builderStore,
  }) => {
    const asked = builderScripts(page)
    await page.goto(`${builderStore.url}/shop`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await settled(page)
    await page.goto(`${builderStore.url}/checkout`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    expect(asked).toEqual([])
    expect(builder.asked).toEqual([])
  })

  test('HOME-03 HOME-09 BUILD-01 the hero and the features give way to published content, past every cache', async ({
    page,
    context,
    builder,
    builderStore,
  }) => {
    builder.entries.push(
      { model: 'home-hero', data: { blocks: [textBlock(`<h2>${HERO}</h2>`)] } },
      { model: 'home-features', data: { blocks: [textBlock('<h2>Three other reasons</h2>')] } },
    )
    const { hold, release } = held()
    builder.hold = hold
    await page.goto(builderStore.url)
    await expect(builtInHero(page).getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('article').first()).toBeAttached()
    const shifts = await watchShifts(page)
    release()
    await expect(page.getByRole('heading', { name: HERO })).toBeVisible()
    await expect(builtInHero(page)).toHaveCount(0)
    // The content is much lower than what it replaced; nothing below moves up.
    expect(await shifts()).toBeLessThan(0.01)

    // The features are far below: they are asked for when they come near.
    expect(builder.asked.map(({ model }) => model)).toEqual(['home-hero'])
    const [asked] = builder.asked
    expect(asked?.query.get('cachebust')).toBe('true')
    expect(asked?.query.get('apiKey')).toBe('key-of-the-tests')
    expect(asked?.attributes.urlPath).toBe('/')

    await page.getByRole('heading', { name: 'Crafted with Care' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { name: 'Three other reasons' })).toBeAttached()
    await expect(page.getByText('Crafted with Care')).toHaveCount(0)

    // Visitors are counted by nobody: neither an id nor a cookie is left with them.
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).join())).not.toMatch(
      /builder/i,
    )
  })

  test('HOME-03 BUILD-01 the built-in hero stands while content is on its way, and for good when it takes too long', async ({
    page,
    builder,
    builderStore,
  }) => {
    builder.hold = held().hold
    builder.entries.push({ model: 'home-hero', data: { blocks: [textBlock(`<h2>${HERO}</h2>`)] } })
    const called = page.waitForRequest((request) => request.url().includes('/content/home-hero'))
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/content/home-hero'))
    await page.goto(builderStore.url)
    await called
    await expect(builtInHero(page)).toBeVisible()
    await givenUp
    await expect(builtInHero(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: HERO })).toHaveCount(0)
  })

  for (const [what, set] of [
    ['fails', (builder: BuilderServer) => Object.assign(builder, { status: 500 })],
    ['has nothing', () => undefined],
    ['has an entry without blocks', (builder) => builder.entries.push({ model: 'home-hero', data: { blocks: [] } })],
  ] as [string, (builder: BuilderServer) => unknown][]) {
    test(`HOME-03 BUILD-01 the built-in hero stands when the page builder ${what} @long`, async ({
      page,
      watch,
      builder,
      builderStore,
    }) => {
      watch.expectProblem('/content/home-hero')
      set(builder)
      // Code and content have four seconds together; where the code takes them all, the next visit finds it in the
      // cache.
      await expect(async () => {
        const answered = page.waitForResponse((response) => response.url().includes('/content/home-hero'), {
          timeout: 8000,
        })
        await page.goto(builderStore.url)
        await (await answered).finished()
      }).toPass()
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByText('Crafted with Care')).toBeAttached()
      // What is known of the content by then is drawn at once on the way back.
      await page.getByRole('contentinfo').getByRole('link', { name: 'All Products' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
      await page.goBack()
      await expect(builtInHero(page)).toBeAttached()
      await expect(page.locator('[data-source*="Builder.io"]')).toHaveCount(0)
    })
  }

  test('ROUTE-18 BUILD-01 a published page, with the pieces of the shop in it', async ({
    page,
    watch,
    builder,
    builderStore,
  }) => {
    const product = await builderStore
      .guest()
      .collection('products')
      .getFirstListItem('bestseller = true', { sort: 'name' })
    builder.entries.push({
      model: 'page',
      query: [{ property: 'urlPath', operator: 'is', value: '/builder/diwali' }],
      data: {
        title: 'Diwali',
        description: 'Lamps, soap and sweets.',
        blocks: [
          textBlock('<h1>Shubh Diwali</h1>'),
          block('Product grid', { title: 'For the evening', tag: 'gift', count: 2 }),
          block('Product card', { product: product.id }),
          block('Product card', { product: 'nosuchproduct00' }),
          block('Offer banner'),
          block('Core:Button', { text: 'All soaps', link: '/shop?category=soap' }),
        ],
      },
    })
    // A product that is gone leaves its place empty.
    watch.expectProblem('/nosuchproduct00')
    await page.goto(`${builderStore.url}/builder/diwali`)
    await expect(page.getByRole('heading', { level: 1, name: 'Shubh Diwali' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle('Diwali · Sabun & Jhola')
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', 'Lamps, soap and sweets.')
    const shelf = page.getByRole('region', { name: 'For the evening' })
    await expect(shelf.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('article', { name: String(product.name) }).last()).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Special offer' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await arrived(page)
    expect([...(await problems(page, 'page')), ...(await misplacedWhenTight(page, 'page'))]).toEqual([])

    // A link within the shop does not load the shop again.
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('main').getByRole('link', { name: 'All soaps' }).click()
    await expect(page).toHaveURL(`${builderStore.url}/shop?category=soap`)
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test('ROUTE-18 an address nothing is published for says so', async ({ page, builder, builderStore }) => {
    await page.goto(`${builderStore.url}/builder/nothing`)
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing is published here' })).toBeVisible()
    expect(builder.asked[0]?.attributes.urlPath).toBe('/builder/nothing')
  })

  test('ROUTE-07 ROUTE-19 gifting, blog and example are the page builder’s where it has them', async ({
    page,
    builder,
    builderStore,
  }) => {
    for (const path of ['/gifting', '/builder-example']) {
      builder.entries.push({
        model: 'page',
        query: [{ property: 'urlPath', operator: 'is', value: path }],
        data: { title: `Made for ${path}`, blocks: [textBlock(`<p>Composed for ${path}</p>`)] },
      })
    }
    for (const path of ['/gifting', '/builder-example']) {
      await page.goto(builderStore.url + path)
      await expect(page.getByText(`Composed for ${path}`)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: `Made for ${path}` })).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(`Made for ${path} · Sabun & Jhola`)
    }
    const answered = page.waitForResponse((response) => response.url().includes('/content/page'))
    await page.goto(`${builderStore.url}/blog`)
    await (await answered).finished()
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'A bar that lasts' })).toBeVisible()
  })

  test('ROUTE-18 the preview shows what is published for the path, unseen by search engines', async ({
    page,
    builder,
    builderStore,
  }) => {
    builder.entries.push({
      model: 'page',
      query: [{ property: 'urlPath', operator: 'is', value: '/gifting' }],
      data: { title: 'Gifts', blocks: [textBlock('<p>Gifts, composed</p>')] },
    })
    await page.goto(`${builderStore.url}/builder-preview/gifting`)
    await expect(page.getByText('Gifts, composed')).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })

  test('ROUTE-18 the preview follows the editor, for any model', async ({ page, watch, builder, builderStore }) => {
    // The SDK tells the editor by the name of its host; this is one it believes, and the store may frame itself.
    const editor = builderStore.url.replace('127.0.0.1', 'localhost')
    watch.allowOrigin(editor)
    await page.goto(`${editor}/builder/editor`)
    await expect(page.getByRole('heading', { name: 'Nothing is published here' })).toBeVisible()
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.title = 'Preview'
      frame.src = '/builder-preview/any?builder.frameEditing=home-hero'
      document.querySelector('main')?.append(frame)
    })
    const preview = page.frameLocator('iframe[title="Preview"]')
    await expect.poll(() => builder.asked.at(-1)?.query.get('isEditing')).toBe('true')
    expect(builder.asked.at(-1)?.model).toBe('home-hero')

    const draft = { id: 'draft', data: { blocks: [textBlock('<p>A draft of the hero</p>')] } }
    // The editor says it with each change; the first may come before the preview listens.
    await expect(async () => {
      await page.evaluate((data) => {
        document
          .querySelector('iframe')
          ?.contentWindow?.postMessage({ type: 'builder.contentUpdate', data: { modelName: 'home-hero', data } }, '*')
      }, draft)
      await expect(preview.getByText('A draft of the hero')).toBeVisible({ timeout: 1000 })
    }).toPass()
  })

  test('BUILD-02 the dynamic container shows the variant whose targeting and dates fit, fading in 0.2 s', async ({
    page,
    isMobile,
    builder,
    builderStore,
  }) => {
    const variant = (name: string, settings: Record<string, unknown>) => ({
      name,
      blocks: [textBlock(`<p>${name}</p>`)],
      ...settings,
    })
    const here = { property: 'urlPath', operator: 'is', value: '/builder/variants' }
    const device = { property: 'device', operator: 'is', value: isMobile ? 'mobile' : 'desktop' }
    builder.entries.push({
      model: 'page',
      data: {
        title: 'Variants',
        blocks: [
          block(
            'PersonalizationContainer',
            {
              variants: [
                variant('Elsewhere', { query: [{ ...here, value: '/builder/elsewhere' }] }),
                variant('Last year', { query: [here], endDate: '2020-01-01T00:00:00.000Z' }),
                variant('Some day', { query: [here], startDate: '2120-01-01T00:00:00.000Z' }),
                variant('On another device', { query: [here, { ...device, operator: 'isNot' }] }),
                variant('Here and now', {
                  query: [here, device],
                  startDate: '2020-01-01T00:00:00.000Z',
                  endDate: '2120-01-01T00:00:00.000Z',
                }),
                variant('Also here', { query: [here] }),
              ],
            },
            [textBlock('<p>For everybody else</p>')],
          ),
          block('PersonalizationContainer', { variants: [variant('Nobody', { query: [{ ...here, value: '/' }] })] }, [
            textBlock('<p>The default</p>'),
          ]),
        ],
      },
    })
    await page.goto(`${builderStore.url}/builder/variants`)
    const containers = page.locator('.builder-personalization-container')
    await expect(containers).toHaveText(['Here and now', 'The default'])
    await expect(containers.first()).toHaveCSS('transition', 'opacity 0.2s ease-in-out')
    await expect(containers.first()).toHaveCSS('opacity', '1')
  })

  test.describe('BUILD-03 the form', () => {
    const FIELDS = [
      block('Form:Input', { name: 'email', type: 'email', placeholder: 'Email', required: true }),
      block('Form:SubmitButton', { text: 'Send' }),
    ]

    async function openForm(page: Page, builder: BuilderServer, store: RecordStore, options: Record<string, unknown>) {
      builder.entries.push({
        model: 'page',
        data: { title: 'Write to us', blocks: [block('Form:Form', options, FIELDS)] },
      })
      await page.goto(`${store.url}/builder/form`)
      return { email: page.getByPlaceholder('Email'), send: page.getByRole('button', { name: 'Send' }) }
    }

    const custom = { sendSubmissionsTo: 'custom', action: `${BUILDER_CLIENT.settings.VITE_BUILDER_API_HOST}/letters` }

    test('goes from sending to thanks, is emptied and leads on', async ({ page, builder, builderStore }) => {
      const { hold, release } = held()
      builder.formAnswer.wait = hold
      const { email, send } = await openForm(page, builder, builderStore, { ...custom, successUrl: '/shop' })
      await email.fill('asha@example.com')
      await send.click()
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Sending...')
      await send.click()
      release()
      await expect(page).toHaveURL(`${builderStore.url}/shop`)
      expect(builder.submissions).toHaveLength(1)
      expect(builder.submissions[0]).toMatchObject({
        path: '/letters',
        contentType: 'application/json',
        body: '{"email":"asha@example.com"}',
      })
    })

    test('thanks, empty again, when it leads nowhere or to a place that is not safe @long', async ({
      page,
      builder,
      builderStore,
    }) => {
      const { email, send } = await openForm(page, builder, builderStore, {
        ...custom,
        successUrl: 'javascript:alert(1)',
      })
      await email.fill('asha@example.com')
      await send.click()
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Thanks!')
      await expect(email).toHaveValue('')
      await expect(page).toHaveURL(`${builderStore.url}/builder/form`)
    })

    test('leads to an https address of another site @long', async ({ page, watch, builder, builderStore }) => {
      await page.route('https://thanks.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: 'Thanks' }),
      )
      watch.allowOrigin('https://thanks.example')
      const options = { ...custom, successUrl: 'https://thanks.example/page' }
      const { email, send } = await openForm(page, builder, builderStore, options)
      await email.fill('asha@example.com')
      await send.click()
      await expect(page).toHaveURL('https://thanks.example/page')
    })

    test('is checked by the browser unless that is switched off @long', async ({ page, builder, builderStore }) => {
      const { email, send } = await openForm(page, builder, builderStore, custom)
      await send.click()
      expect(await email.evaluate((input: HTMLInputElement) => input.matches(':user-invalid'))).toBe(true)
      await email.fill('not an address')
      await send.click()
      expect(builder.submissions).toEqual([])

      builder.entries.length = 0
      const unchecked = await openForm(page, builder, builderStore, { ...custom, validate: false })
      await unchecked.send.click()
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Thanks!')
    })

    test('says what went wrong: the answer’s message, else the standing sentence, and the answer itself', async ({
      page,
      watch,
      builder,
      builderStore,
    }) => {
      watch.expectProblem('builder.test/letters')
      const { email, send } = await openForm(page, builder, builderStore, {
        ...custom,
        errorMessagePath: 'error.message',
        // As the editor saves it: bound to a script, which the store's content policy does not run.
        errorMessage: [
          {
            ...Object(textBlock('<span>Form submission error :( Please check your answers and try again</span>')),
            bindings: { 'component.options.text': 'state.formErrorMessage || block.component.options.text' },
          },
        ],
      })
      const alert = page.getByRole('main').getByRole('alert')
      await email.fill('asha@example.com')
      builder.formAnswer = {
        status: 422,
        type: 'application/json',
        body: '{"error":{"message":"We know you already"}}',
      }
      await send.click()
      await expect(alert.getByText('We know you already', { exact: true })).toBeVisible()
      await expect(alert.locator('pre')).toHaveText('{\n  "error": {\n    "message": "We know you already"\n  }\n}')
      await expect(email).toHaveValue('asha@example.com')

      builder.formAnswer = { status: 500, type: 'text/html', body: '<b onclick="alert(1)">down</b>' }
      await send.click()
      await expect(alert.getByText('Form submission error :( Please check your answers and try again')).toBeVisible()
      await expect(alert.locator('pre')).toHaveText('<b onclick="alert(1)">down</b>')
    })

    test('by email goes as multipart to the builder’s mailer, with address, name and key', async ({
      page,
      builder,
      builderStore,
    }) => {
      const { email, send } = await openForm(page, builder, builderStore, {
        sendSubmissionsTo: 'email',
        sendSubmissionsToEmail: 'care@example.com',
        name: 'Letters & more',
        contentType: 'application/json',
      })
      await email.fill('asha@example.com')
      await send.click()
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Thanks!')
      const [sent] = builder.submissions
      expect(sent?.path).toBe('/api/v1/form-submit')
      expect(Object.fromEntries(sent?.query ?? [])).toEqual({
        apiKey: 'key-of-the-tests',
        to: Buffer.from('care@example.com').toString('base64'),
        name: 'Letters & more',
      })
      expect(sent?.contentType).toMatch(/^multipart\/form-data; boundary=/)
      expect(sent?.body).toMatch(/name="email"\r\n\r\nasha@example\.com/)
    })
  })
})
