import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cleanPicture } from '../../src/domain/pictures/picture'
import { PIXEL } from '../pixel'
import { shared } from '../shared'
import { ask as askStore, FACE, LOCAL_FACE, RULES, startDrawing, TEMPLATE } from './built-client'

const store = shared(() => startDrawing({ seed: 'demo', env: { STORE_URL: 'https://shop.example' } }))

const ask = (path: string, headers?: Record<string, string>) => askStore(store, path, headers)

/** The records a page brings along: data by its key. */
function records(html: string): { queryKey: unknown[]; state: { data: unknown } }[] {
  const json = /<script type="application\/json" id="query-state"[^>]*>([^<]*)<\/script>/.exec(html)?.[1]
  return json === undefined ? [] : JSON.parse(json).queries
}

function dataOf(html: string, ...key: unknown[]): unknown {
  return records(html).find(({ queryKey }) => JSON.stringify(queryKey) === JSON.stringify(key))?.state.data
}

const isRendered = (html: string) => html.includes('id="query-state"')

async function newProduct(values: object = {}) {
  return (await store.superuser())
    .collection('products')
    .create({ name: 'Test bar', category: 'soap', price: 90, inStock: true, ...values })
}

describe('what a page brings', () => {
  test('SHOP-05 PAINT-10 the same view has one page, whatever else its address says', async () => {
    const plain = await ask('/shop?category=bag')
    expect(plain.status).toBe(200)
    for (const address of ['/shop?category=bag&utm_source=x', '/shop?utm_source=x&category=bag&sort=featured'])
      expect((await ask(address)).html).toBe(plain.html)
    expect((await ask('/shop?category=soap')).html).not.toBe(plain.html)
  })

  test('ROUTE-20 PAINT-10 a slash at the end leads to the page’s one address', async () => {
    const { id } = await newProduct()
    for (const path of ['/shop', `/product/${id}`, '/about']) {
      const { status, headers } = await ask(`${path}/?utm_source=a%20b`)
      expect([status, headers.get('location')]).toEqual([301, `${path}?utm_source=a%20b`])
    }
    for (const path of ['/builder-example/', '/no-such-page/'])
      expect((await ask(path)).headers.get('location')).toBeNull()
  })

  test('SHOP-06 PAINT-10 a category that nothing is in has no name, is not found and not kept by search engines', async () => {
    const robots = (html: string) => /<meta name="robots" content="([^"]*)"/.exec(html)?.[1]
    const soaps = await ask('/shop?category=soap')
    expect([soaps.status, robots(soaps.html)]).toEqual([200, undefined])
    const made = await ask('/shop?category=made-up')
    expect([made.status, robots(made.html)]).toEqual([404, 'noindex'])
    expect(made.html).toMatch(/<h1[^>]*>Shop</)
    expect(made.html).not.toMatch(/made-ups/i)
  })

  test('PAINT-17 a browser that opens a page gets its beginning first; everybody else, and who asks, the whole', async () => {
    const opened = { 'Sec-Fetch-Dest': 'document' }
    const whole = await ask('/shop?sort=newest')
    const first = await ask('/shop?sort=newest', opened)
    const version = /id="query-state" data-version="(\w+)"/.exec(whole.html)?.[1]
    expect(first.html).toContain(`<html data-whole="${version}" lang="en-IN">`)
    expect(first.html).toContain(
      '<noscript><meta http-equiv="refresh" content="0;url=?sort=newest&amp;whole"></noscript>',
    )
    expect(first.html).toContain(`<style id="fallbacks">${LOCAL_FACE}</style>`)
    expect(first.html).toContain(`<style>${RULES}</style>`)
    expect(isRendered(first.html)).toBe(false)
    const rootOf = (html: string) => html.slice(html.indexOf('<div id="root">'))
    // The same up to where it ends.
    expect(rootOf(whole.html).startsWith(rootOf(first.html).slice(0, 10_000))).toBe(true)
    expect(first.html.length).toBeLessThan(whole.html.length / 2)
    expect(first.headers.get('etag')).not.toBe(whole.headers.get('etag'))
    for (const { headers } of [first, whole]) expect(headers.get('vary')).toContain('Sec-Fetch-Dest')
    const again = await ask('/shop?sort=newest', { ...opened, 'If-None-Match': String(first.headers.get('etag')) })
    expect(again.status).toBe(304)

    expect((await ask('/shop?sort=newest&whole', opened)).html).toBe(whole.html)
    // A worker keeps whole pages.
    const ahead = { ...opened, 'Service-Worker-Navigation-Preload': 'true' }
    expect((await ask('/shop?sort=newest', ahead)).html).toBe(whole.html)
    expect((await ask('/shop?sort=newest', { 'Sec-Fetch-Dest': 'empty' })).html).toBe(whole.html)
    const missing = await ask('/product/nosuchproduct00', opened)
    expect([missing.status, isRendered(missing.html)]).toEqual([404, true])
  })

  test('PAINT-10 a page names the store by its own address, whatever address the request claims', async () => {
    const { html } = await ask('/about?from=elsewhere', { 'X-Forwarded-Host': 'evil.example' })
    expect(html).toContain('<link rel="canonical" href="https://shop.example/about">')
    expect(html).not.toContain('evil.example')
  })

  test('PAINT-06 styles stand in the page, typefaces wait for the first paint, and the code of a page is fetched beside the entry', async () => {
    const { id } = await newProduct()
    const { html } = await ask(`/product/${id}`)
    expect(html).toContain(`<style id="fallbacks">${LOCAL_FACE}</style>`)
    expect(html).toContain(`<style>${RULES}</style><link data-styles href="/assets/shell.css">`)
    expect(html).not.toContain('rel="stylesheet"')
    // Ahead of the script that lets them in at once where they are in the browser's cache.
    expect(html).toContain(`<style id="faces" media="not all">${FACE}</style><script>document`)
    expect(html).not.toContain('rel="preload" href="/assets/face.woff2"')
    for (const file of ['product-1', 'part-2'])
      expect(html).toContain(`<link data-later="modulepreload" crossorigin href="/assets/${file}.js">`)
  })

  test('PROD-01 PAINT-10 what previews of a link need of a product stands before styles and records, with a JPEG they can show', async () => {
    const product = await store.guest().collection('products').getFirstListItem('reviews > 1', { sort: 'name' })
    const { html } = await ask(`/product/${product.id}`)
    const tags = Object.fromEntries(
      [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [name, content]),
    )
    expect(tags).toMatchObject({
      'og:type': 'product',
      'og:url': `https://shop.example/product/${product.id}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': product.image_alt[0],
      'product:price:amount': product.price.toFixed(2),
      'product:price:currency': 'INR',
    })
    const last = html.indexOf('"product:price:currency"')
    expect(last).toBeLessThan(html.indexOf('<style>'))
    expect(Buffer.byteLength(html.slice(0, last))).toBeLessThan(32 * 1024)

    const address = String(tags['og:image']).replaceAll('&amp;', '&')
    expect(address).toMatch(/^https:\/\/shop\.example\/api\/files\//)
    const answer = await fetch(address.replace('https://shop.example', store.url))
    expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
    const jpeg = cleanPicture(new Uint8Array(await answer.arrayBuffer()))
    expect(jpeg).toMatchObject({ kind: 'jpeg', width: 1200, height: 630 })
    // WhatsApp shows no larger ones.
    expect((jpeg as { bytes: Uint8Array }).bytes.length).toBeLessThan(600_000)
    expect((await ask('/about')).html).toContain('<meta property="og:type" content="website">')
  })

  test('REV-03 what a page brings of products, reviews, people and offers is what the API tells a guest', async () => {
    const product = await store.guest().collection('products').getFirstListItem('reviews > 1', { sort: 'name' })
    const { html } = await ask(`/product/${product.id}`)
    expect(dataOf(html, 'products', 'one', product.id)).toMatchObject({ id: product.id, name: product.name })
    const { items } = await store
      .guest()
      .collection('reviews')
      .getList(1, 10, {
        filter: `product = "${product.id}"`,
        sort: '-created,id',
        expand: 'user,review_comments_via_review.user',
      })
    const shown = dataOf(html, 'reviews', product.id) as { pages: { reviews: { id: string; author: unknown }[] }[] }
    expect(shown.pages[0]?.reviews.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    for (const { expand } of items) expect(html).toContain(expand?.user.name)
    const people = await (await store.superuser()).collection('users').getFullList()
    for (const { email } of people) expect(html).not.toContain(email)
  })

  test('LANG-06 what makers and shoppers wrote says the language of its letters where that is not the page’s', async () => {
    const words = ['नीम की पट्टी', 'हाथ से बनी', 'रोज़ के लिए', 'तोहफ़ा']
    const [name, description, feature, tag] = words
    const { id } = await newProduct({ name, description, features: [feature], tags: [tag] })
    const { pb } = await store.newUser('Meera')
    const review = { product: id, rating: 5, title: 'बढ़िया', content: 'खूब झाग आता है।' }
    await pb.collection('reviews').create(review)
    words.push(review.title, review.content)
    const marked = async (headers = {}) => {
      const { html } = await ask(`/product/${id}`, headers)
      return words.map((text) => new RegExp(` lang="hi"[^>]*>(?:<!-- -->)?${text}`).test(html))
    }
    expect(await marked()).toEqual(words.map(() => true))
    expect(await marked({ Cookie: 'language=hi' })).toEqual(words.map(() => false))
  })

  test('SHOP-01 a list longer than one call is counted as the API counts it', async () => {
    const owner = await store.superuser()
    await owner.sql.run(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
      INSERT INTO products (id, name, category, price, inStock)
      SELECT printf('counted%08d', i), 'Counted ' || i, CASE i % 2 WHEN 0 THEN 'it''s' ELSE 'counted' END, 90, i % 5 != 0 FROM n`)
    for (const [address, filter] of [
      ['/shop?sort=name', ''],
      ['/shop?sort=name&category=counted', 'category = "counted"'],
      ["/shop?sort=name&category=it's", 'category = "it\'s"'],
      ['/shop?sort=name&category=counted&inStock=1', 'category = "counted" && inStock = true && sold_out = false'],
    ] as const) {
      const { totalItems } = await store.guest().collection('products').getList(1, 1, { filter })
      const { html } = await ask(address)
      const shown = records(html).find(({ queryKey }) => queryKey[1] === 'list')?.state.data as
        | { pages: { total: number }[] }
        | undefined
      expect(shown?.pages[0]?.total, address).toBe(totalItems)
    }
    await owner.sql.run(`DELETE FROM products WHERE id LIKE 'counted%'`)
  })
})

describe('rules', () => {
  test('ROUTE-20 unpublished and future posts, drafts of pages and switched-off records are in no page', async () => {
    const owner = await store.superuser()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await owner.collection('posts').create({ slug: 'hidden-post', title: 'Hidden words', body: 'x', published: false })
    await owner
      .collection('posts')
      .create({ slug: 'future-post', title: 'Future words', body: 'x', published: true, published_at: soon })
    const drafts = owner.collection('pages')
    const page = await drafts
      .getFirstListItem("slug = 'about'")
      .catch(() => drafts.create({ slug: 'about', title: 'x' }))
    await drafts.update(page.id, { title: 'Draft words', published: false })
    expect((await ask('/blog/hidden-post')).status).toBe(404)
    expect((await ask('/blog/future-post')).status).toBe(404)
    for (const path of ['/blog', '/blog/hidden-post', '/blog/future-post', '/about'])
      expect((await ask(path)).html, path).not.toMatch(/(?:Hidden|Future|Draft) words/)
  })

  test('PAINT-04 a post appears when its time has come, without any change', async () => {
    const owner = await store.superuser()
    expect((await ask('/blog')).html).not.toContain('Soon words')
    const appears = Date.now() + 1500
    await owner.collection('posts').create({
      slug: 'soon-post',
      title: 'Soon words',
      body: 'x',
      published: true,
      published_at: new Date(appears).toISOString(),
    })
    const early = (await ask('/blog')).html
    // On a machine too busy to ask before it appears there is nothing to see.
    if (Date.now() < appears) expect(early).not.toContain('Soon words')
    await expect.poll(async () => (await ask('/blog')).html, { timeout: 10_000 }).toContain('Soon words')
  }, 20_000)

  test('HOME-07 PAINT-04 an offer is on the page from its first moment to its last, without any change', async () => {
    const offers = (await store.superuser()).collection('special_offers')
    const shown = async () => (await ask('/')).html.includes('Brief words')
    const starts = Date.now() + 1500
    const offer = await offers.create({
      title: 'Brief words',
      offer_type: 'free_gift',
      product: (await newProduct({ name: 'Brief gift' })).id,
      active: true,
      start_date: new Date(starts).toISOString(),
      end_date: new Date(starts + 3_600_000).toISOString(),
    })
    const early = await shown()
    // On a machine too busy to ask before it begins there is nothing to see.
    if (Date.now() < starts) expect(early).toBe(false)
    await expect.poll(shown, { timeout: 10_000 }).toBe(true)
    await offers.update(offer.id, { end_date: new Date(Date.now() + 1500).toISOString() })
    await shown()
    await expect.poll(shown, { timeout: 10_000 }).toBe(false)
    await offers.delete(offer.id)
  }, 30_000)

  test('PROMO-31 PROMO-32 PAINT-04 the price with an offer is on product, lists and answers while the offer runs, without any change', async () => {
    const promotions = (await store.superuser()).collection('promotions')
    const soap = await newProduct({ name: 'Offered bar', price: 210, tags: ['diwali'], bestseller: true })
    const pages = [`/product/${soap.id}`, '/shop?sort=name', '/bestsellers']
    const words = '₹189 with “Diwali days”'
    const shown = async (path: string) => (await ask(path)).html.includes(words)
    const told = async () => {
      const products = store.guest().collection('products')
      const [one, [listed], found, suggested] = await Promise.all([
        products.getOne(soap.id),
        products.getFullList({ filter: `id = "${soap.id}"` }),
        store.guest().send('/api/store/search?q=offered', {}),
        store.guest().send('/api/store/search/suggestions?q=offered', {}),
      ])
      return [one, listed, found.items[0], suggested.suggestions[0]].map((product) => product.offer)
    }
    for (const path of pages) expect(await shown(path), path).toBe(false)
    const starts = Date.now() + 2500
    const offer = await promotions.create({
      ...{ name: 'Diwali days', active: true, kind: 'percent', value: 10, tags: ['Diwali'] },
      ...{ starts: new Date(starts).toISOString(), ends: new Date(starts + 3_600_000).toISOString() },
    })
    // One after the other: in a crowd the page before is sent.
    for (const path of pages) {
      const early = await shown(path)
      // On a machine too busy to ask before it begins there is nothing to see.
      if (Date.now() < starts) expect(early, path).toBe(false)
    }
    for (const path of pages) await expect.poll(() => shown(path), { timeout: 10_000 }).toBe(true)
    const { html } = await ask(`/product/${soap.id}`)
    const said = { name: 'Diwali days', price: 189 }
    expect(dataOf(html, 'products', 'one', soap.id)).toMatchObject({ price: 210, offer: said })
    expect(html.slice(0, html.indexOf('id="query-state"'))).not.toContain('<s>')
    expect(await told()).toEqual([said, said, said, said])
    expect(await (await store.superuser()).collection('products').getOne(soap.id)).not.toHaveProperty('offer')
    const hindi = await ask(`/product/${soap.id}`, { Cookie: 'language=hi', 'Accept-Language': 'hi' })
    expect(hindi.html).toContain('₹189, “Diwali days” के साथ')
    // Its maker wrote no words.
    expect((await ask('/')).html).toContain('10% off chosen products')

    // A save is seen at the next load, and so is the end.
    const owner = await store.superuser()
    const { free_shipping_from } = await owner.collection('store_settings').getFirstListItem('')
    await store.changeSettings({ free_shipping_from: 999 })
    const free = await promotions.create({ name: 'Free delivery', active: true, kind: 'free_delivery', minimum: 200 })
    const [far] = await owner.collection('delivery_rules').getFullList({ sort: '-fee', batch: 1 })
    for (const [fee, isSaid] of [
      [20, true],
      [900, false],
      [20, true],
    ] as const) {
      await owner.collection('delivery_rules').update(far?.id ?? '', { fee })
      for (const path of pages) expect(await shown(path), `${path} ${fee}`).toBe(isSaid)
    }
    await owner.collection('delivery_rules').update(far?.id ?? '', { fee: far?.fee })
    await store.changeSettings({ free_shipping_from })
    await promotions.delete(free.id)
    await promotions.update(offer.id, { max_per_person: 1 })
    for (const path of pages) expect(await shown(path), path).toBe(false)
    await promotions.update(offer.id, { max_per_person: 0, ends: new Date(Date.now() + 1500).toISOString() })
    for (const path of pages) await shown(path)
    for (const path of pages) await expect.poll(() => shown(path), { timeout: 10_000 }).toBe(false)
    expect(await told()).toEqual([undefined, undefined, undefined, undefined])
    await promotions.delete(offer.id)
  }, 60_000)

  test('PAINT-03 internal settings and a superuser’s token change nothing: a page is the same for everybody', async () => {
    const owner = await store.superuser()
    await store.changeSettings({ notify_email: 'inbox@hidden.example' })
    const asOwner = await ask('/', { Authorization: owner.authStore.token })
    const asGuest = await ask('/')
    expect(asOwner.html).toBe(asGuest.html)
    expect(asGuest.html).not.toContain('inbox@hidden.example')
  })

  test.each([
    ['/cart', 'Your cart'],
    ['/cart?items=abc.1', 'A cart shared with you'],
    ['/wishlist?items=abc.1', 'A wishlist shared with you'],
    ['/checkout', 'Checkout'],
    ['/orders', 'Orders'],
    ['/orders/aaaaaaaaaaaaaaa', 'Loading order'],
    ['/orders/aaaaaaaaaaaaaaa/bill', 'Loading bill'],
    ['/order-confirmation/aaaaaaaaaaaaaaa', 'Loading order'],
    ['/profile', 'Profile'],
    ['/auth/login', 'Sign in'],
    ['/auth/login?mail=verify', 'Confirming your email'],
    ['/auth/login?mail=email', 'Enter your password to use this email'],
    ['/auth/login?mail=erase', 'Delete account for good'],
    ['/auth/signup', 'Create account'],
    ['/auth/forgot-password', 'Forgot password'],
    ['/auth/reset-password', 'Choose a new password'],
  ])('ROUTE-24 ORDER-06 PAINT-03 %s is the same whoever asks, whatever the address carries', async (path, text) => {
    const guest = await ask(path)
    expect(guest.status).toBe(200)
    expect(isRendered(guest.html)).toBe(true)
    expect(guest.html).toContain(text)
    expect(guest.html).toContain('<meta name="robots" content="noindex">')
    expect(guest.headers.get('Cache-Control')).toBe('no-cache')
    const other = path.replace('aaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbb').replace('abc.1', 'def.2')
    const secret = `${other}${other.includes('?') ? '&' : '?'}token=secret&returnTo=%2Fprofile`
    const asOwner = await ask(secret, { Authorization: (await store.superuser()).authStore.token })
    expect(asOwner.html).toBe(guest.html)
    expect(guest.html).not.toMatch(/a{15}|abc\.1/)
  })

  test('AUTH-04 the sign-in page comes with the ways to sign in, and follows their change', async () => {
    const users = (await store.superuser()).collections
    const google = { name: 'google', clientId: 'id', clientSecret: 'secret-of-google' }
    expect((await ask('/auth/login')).html).not.toContain('Continue with Google')
    await users.update('users', { oauth2: { enabled: true, providers: [google] } })
    const { html } = await ask('/auth/login')
    expect(html).toContain('Continue with Google')
    expect(html).not.toContain('secret-of-google')
    await users.update('users', { oauth2: { enabled: false, providers: [] } })
    expect((await ask('/auth/login')).html).not.toContain('Continue with Google')
  })

  test.each(['/builder/x', '/builder-example', '/shop?show=5000', '/Shop'])(
    'ROUTE-24 %s is left to the browser',
    async (path) => {
      const { html, status } = await ask(path)
      expect(status).toBe(200)
      expect(html).toBe(TEMPLATE)
    },
  )
})

test('ROUTE-20 an address whose end can be no product and no post is a 404 as well', async () => {
  for (const path of ['/product/cut', '/product/CUT-IN-CAPITALS', '/product/longerthananyidcanbe', '/blog/Not_a_slug'])
    for (const address of [path, `${path}/`, `${path}?utm_source=x`])
      expect((await ask(address)).status, address).toBe(404)
})

describe('keeping pages', () => {
  test('PAINT-04 a page is made once, and again only when something it shows has changed', async () => {
    const product = await newProduct({ name: 'First name' })
    const path = `/product/${product.id}`
    const first = await ask(path)
    expect(first.html).toContain('First name')
    const etag = String(first.headers.get('ETag'))
    expect(first.headers.get('Cache-Control')).toBe('no-cache')
    expect((await ask(path, { 'If-None-Match': etag })).status).toBe(304)

    const owner = await store.superuser()
    await owner.collection('products').update(product.id, { name: 'Second name' })
    const second = await ask(path, { 'If-None-Match': etag })
    expect(second.status).toBe(200)
    expect(second.html).toContain('Second name')
    await owner.collection('products').delete(product.id)
    expect((await ask(path)).status).toBe(404)
  })

  test('PROD-04 PAINT-04 a review and the last piece sold are seen at the next load', async () => {
    const product = await newProduct({ name: 'Counted bar' })
    const path = `/product/${product.id}`
    expect((await ask(path)).html).toContain('https://schema.org/InStock')
    const user = await store.newUser('Meera Test')
    await user.pb
      .collection('reviews')
      .create({ product: product.id, user: user.id, rating: 4, title: 'Good', content: 'Lathers well in hard water.' })
    const reviewed = (await ask(path)).html
    expect(reviewed).toContain('Lathers well in hard water.')
    expect(reviewed).toContain('"reviewCount":1')
    const owner = await store.superuser()
    await owner.collection('stock_movements').create({ product: product.id, delta: 1, reason: 'restock' })
    expect((await ask(path)).html).toContain('https://schema.org/InStock')
    await owner.collection('stock_movements').create({ product: product.id, delta: -1, reason: 'correction' })
    expect((await ask(path)).html).toContain('https://schema.org/OutOfStock')
  })

  test('THEME-02 HOME-01 HOME-04 ROUTE-08 PAINT-04 whatever record a page shows, its change and its end are seen at the next load', async () => {
    const owner = await store.superuser()
    const first = (collection: string, filter: string) => owner.collection(collection).getFirstListItem(filter)
    const seen = async (path: string, text: string) => expect((await ask(path)).html, path).toContain(text)
    const gone = async (path: string, text: string) => expect((await ask(path)).html, path).not.toContain(text)

    const settings = await first('store_settings', "key = 'store'")
    await gone('/contact', 'Renamed Shop')
    await store.changeSettings({ store_name: 'Renamed Shop' })
    await seen('/contact', 'Renamed Shop')
    await seen('/builder-example', '<title>Renamed Shop</title>')
    await store.changeSettings({ store_name: settings.store_name })
    await gone('/contact', 'Renamed Shop')

    const theme = await first('theme_settings', 'is_active = true')
    await gone('/contact', '#123456')
    await owner.collection('theme_settings').update(theme.id, { primary_color: '#123456' })
    await seen('/contact', '#123456')
    await owner.collection('theme_settings').update(theme.id, { is_active: false })
    await gone('/contact', '#123456')

    const links = await first('navbar_config', 'is_active = true')
    await seen('/terms-and-conditions', '"/gifting"')
    await owner.collection('navbar_config').update(links.id, { show_gifting: !links.show_gifting })
    const flipped = (await ask('/terms-and-conditions')).html
    await owner.collection('navbar_config').update(links.id, { show_gifting: links.show_gifting })
    expect((await ask('/terms-and-conditions')).html).not.toBe(flipped)

    const slide = await first('slider_images', 'active = true')
    await owner.collection('slider_images').update(slide.id, { title: 'Changed slide', order: 0 })
    await seen('/', 'Changed slide')
    await owner.collection('slider_images').update(slide.id, { active: false })
    await gone('/', 'Changed slide')

    const arrangement = await first('homepage_config', 'is_active = true')
    const arranged = (await ask('/')).html
    await owner.collection('homepage_config').update(arrangement.id, { show_newsletter: !arrangement.show_newsletter })
    expect((await ask('/')).html).not.toBe(arranged)

    const pages = owner.collection('pages')
    const page = await pages
      .getFirstListItem("slug = 'privacy-policy'")
      .catch(() => pages.create({ slug: 'privacy-policy', title: 'x', published: true }))
    await pages.update(page.id, { title: 'New privacy words', published: true })
    await seen('/privacy-policy', 'New privacy words')
    await pages.delete(page.id)
    await gone('/privacy-policy', 'New privacy words')

    const posts = owner.collection('posts')
    const past = new Date(Date.now() - 60_000).toISOString()
    const post = await posts.create({
      slug: 'short-lived',
      title: 'Short-lived words',
      body: 'x',
      published: true,
      published_at: past,
    })
    await seen('/blog', 'Short-lived words')
    await seen('/blog/short-lived', 'Short-lived words')
    await posts.delete(post.id)
    await gone('/blog', 'Short-lived words')
    expect((await ask('/blog/short-lived')).status).toBe(404)
  })

  test('HOME-20 About tells how a bar is made where the shop works so', async () => {
    const { show_making } = await store.guest().collection('store_settings').getFirstListItem('')
    for (const made of [true, false]) {
      await store.changeSettings({ show_making: made })
      const { html } = await ask('/about')
      expect([html.includes('How a bar is made</h2>'), html.includes('Wrapped</p>')]).toEqual([made, made])
    }
    await store.changeSettings({ show_making })
  })

  test('HOME-20 PROD-09 PAINT-04 a maker comes to the homepage and to the pages of their products, and goes again', async () => {
    const bar = await newProduct({ name: 'Carved bar' })
    const paths = ['/', `/product/${bar.id}`, '/about']
    // One after the other: in a crowd the page before the change is sent.
    const shown = async () => {
      const found: boolean[] = []
      for (const path of paths) found.push((await ask(path)).html.includes('Carved by a circle'))
      return found
    }
    expect(await shown()).toEqual([false, false, false])
    const makers = (await store.superuser()).collection('makers')
    const image = new File([PIXEL], 'dot.png', { type: 'image/png' })
    const maker = { name: 'Carving', group: 'Carved by a circle', image, products: [bar.id], active: true }
    const { id } = await makers.create(maker)
    expect(await shown()).toEqual([true, true, true])
    expect(dataOf((await ask('/')).html, 'makers')).toMatchObject([{ product: { name: 'Carved bar' } }, {}, {}, {}])
    await makers.update(id, { active: false })
    expect(await shown()).toEqual([false, false, false])
    await makers.update(id, { active: true })
    expect(await shown()).toEqual([true, true, true])
    await makers.delete(id)
    expect(await shown()).toEqual([false, false, false])
  })

  test('WORDS-01 WORDS-02 WORDS-04 PAINT-04 the shop’s own words come to its pages at once, and go again', async () => {
    const owner = await store.superuser()
    const shows = async (path: string, words: string) => (await ask(path)).html.includes(words)
    const records: [string, object][] = [
      ['testimonials', { name: 'Meera', text: 'Smells of first rain.' }],
      ['promises', { title: 'Smells of first rain.' }],
    ]
    for (const [name, words] of records) {
      const { id } = await owner.collection(name).create({ ...words, active: true, order: 0 })
      expect([name, await shows('/', 'Smells of first rain.')]).toEqual([name, true])
      expect(dataOf((await ask('/')).html, name)).toHaveLength(4)
      await owner.collection(name).update(id, { active: false })
      expect([name, await shows('/', 'Smells of first rain.')]).toEqual([name, false])
      await owner.collection(name).delete(id)
    }
    for (let more = 0; more < 20; more += 1)
      await owner.collection('testimonials').create({ name: 'Kabir', text: `Word ${more}.`, active: true, order: 9 })
    expect(dataOf((await ask('/')).html, 'testimonials')).toHaveLength(6)
    const { footer_mission } = await owner.collection('store_settings').getFirstListItem('')
    expect(await shows('/contact', footer_mission)).toBe(true)
    await store.changeSettings({ footer_mission: '', footer_copyright: '© 2019 Amma Soaps LLP' })
    expect(await shows('/contact', footer_mission)).toBe(false)
    expect(await shows('/contact', '© 2019 Amma Soaps LLP</span>')).toBe(true)
    await store.changeSettings({ footer_mission, footer_copyright: '' })
  })

  test('REV-03 PAINT-04 the name on a review follows its writer, and goes with the account', async () => {
    const product = await newProduct({ name: 'Named bar' })
    const path = `/product/${product.id}`
    const writer = await store.newUser('Before Name')
    await writer.pb
      .collection('reviews')
      .create({ product: product.id, user: writer.id, rating: 5, title: 'Good', content: 'Kept for the holidays.' })
    expect((await ask(path)).html).toContain('Before Name')
    await writer.pb.collection('users').update(writer.id, { name: 'After Name' })
    const renamed = (await ask(path)).html
    expect(renamed).toContain('After Name')
    expect(renamed).not.toContain('Before Name')
    await writer.pb.send('/api/store/account/deletion', { method: 'POST', body: { password: writer.password } })
    expect((await ask(path)).html).not.toContain('After Name')
  })

  test('PAINT-08 addresses anybody can make up are drawn here a few at a time, and never in the place of the shop’s own', async () => {
    await newProduct()
    const own = await ask('/shop?category=soap')
    expect(isRendered(own.html)).toBe(true)
    const unbounded = Array.from({ length: 32 }, (_, at) =>
      at % 2 === 0 ? `/product/${String(at).padStart(15, 'z')}` : `/shop?q=made${at}&show=${25 + at}`,
    )
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    // As many at a time as may wait for their turn.
    while (answers.length < unbounded.length)
      answers.push(...(await Promise.all(unbounded.slice(answers.length, answers.length + 3).map((path) => ask(path)))))
    // Two spans of time at the most.
    expect(answers.filter(({ html }) => isRendered(html)).length).toBeLessThanOrEqual(20)
    for (const [at, { html, status }] of answers.entries()) {
      expect(status).toBe(at % 2 === 0 ? 404 : 200)
      if (!isRendered(html)) expect(html).toBe(TEMPLATE)
    }
    expect((await ask('/shop?category=soap')).html).toBe(own.html)
    expect(isRendered((await ask('/shop?category=bag')).html)).toBe(true)
  })

  test('SERVE-04 HEAD is GET without the page', async () => {
    const whole = await fetch(`${store.url}/about`)
    const head = await fetch(`${store.url}/about`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'Content-Security-Policy'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name))
  })

  test('SERVE-05 a rendered page has the headers of the empty one', async () => {
    const headersOf = async (path: string) => {
      const { headers } = await ask(path)
      return Object.fromEntries(
        [...headers].filter(
          ([name]) => !/^(?:etag|date|connection|content-(?:length|encoding)|transfer-encoding)$/.test(name),
        ),
      )
    }
    const empty = await headersOf('/builder-example')
    expect(empty['content-security-policy']).toMatch(/script-src [^;]*'sha256-/)
    // What is drawn here is in the language that is asked for, and has a beginning of its own; the empty page has none.
    empty.vary += ', Accept-Language, Cookie, X-Store-Language, Sec-Fetch-Dest, Service-Worker-Navigation-Preload'
    for (const path of ['/about', '/no/such/page', '/checkout']) expect(await headersOf(path), path).toEqual(empty)
  })

  test('LANG-02 a page is made in the language that was chosen, else the first the browser names, and kept by it', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${store.url}/about`, { headers })
    const languageOf = async (headers: Record<string, string>) => {
      const answer = await ask(headers)
      return { lang: /<html lang="([^"]*)"/.exec(await answer.text())?.[1], etag: answer.headers.get('etag') }
    }
    const english = await languageOf({})
    const hindi = await languageOf({ 'Accept-Language': 'hi-IN,hi;q=0.9,en;q=0.8' })
    expect([english.lang, hindi.lang]).toEqual(['en-IN', 'hi-IN'])
    expect(hindi.etag).not.toBe(english.etag)
    expect(await languageOf({ 'Accept-Language': 'en-IN,en;q=0.9,hi;q=0.8' })).toEqual(english)
    expect(await languageOf({ Cookie: 'language=hi', 'Accept-Language': 'en-IN' })).toEqual(hindi)
    expect(await languageOf({ Cookie: 'language=xx', 'Accept-Language': 'xx' })).toEqual(english)
    // The rest of a page goes on in the language of its beginning.
    expect(await languageOf({ Cookie: 'language=hi', 'X-Store-Language': 'en-IN' })).toEqual(english)
    expect(await languageOf({ Cookie: 'language=en', 'X-Store-Language': 'hi-IN' })).toEqual(hindi)
    expect(await languageOf({ Cookie: 'language=hi', 'X-Store-Language': 'xx' })).toEqual(english)
  })

  test('PAINT-08 many who ask at once get the same bytes', async () => {
    const { html } = await ask('/shop')
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask('/shop')))
    expect(new Set(answers.map((answer) => answer.html))).toEqual(new Set([html]))
    expect(isRendered(html)).toBe(true)
  })

  test('SERVE-01 compressed once for who takes it, and whole for who does not', async () => {
    const packed = await fetch(`${store.url}/about`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(packed.headers.get('Content-Encoding')).toBe('gzip')
    expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
    const plain = await ask('/about', { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(await packed.text()).toBe(plain.html)
    expect(() => gunzipSync(plain.html)).toThrow()
  })

  test('GUARD-13 the packing route is closed to everybody else', async () => {
    for (const key of ['', 'guess']) {
      const asked = await fetch(`${store.url}/.pages/gzip`, {
        method: 'POST',
        body: 'x',
        headers: { 'X-Pages-Key': key },
      })
      expect(asked.status).toBe(404)
    }
    expect((await fetch(`${store.url}/.pages/render.js`)).status).toBe(404)
  })
})

describe('nothing breaks out', () => {
  const EVIL = '</script><script>alert(1)</script><!--'
  const SOAP = 'Neem &amp; Tulsi Soap</a>'

  test('GUARD-10 a product named like markup stays text, in the page, its head and its data', async () => {
    const { id } = await newProduct({ name: EVIL, description: `${EVIL}\u2028` })
    expect((await ask('/shop')).html).toContain(SOAP)
    const { html } = await ask(`/product/${id}`)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(dataOf(html, 'products', 'one', id)).toMatchObject({ name: EVIL })
    const data = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1]
    expect(JSON.parse(String(data))[0].name).toBe(EVIL)
  })

  test('GUARD-11 words nested without end do not end the store', async () => {
    const depth = 1000
    await (await store.superuser()).collection('posts').create({
      slug: 'nested',
      title: 'Nested words',
      body: `${'<b>'.repeat(depth)}deep${'</b>'.repeat(depth)}`,
      published: true,
      published_at: new Date(Date.now() - 60_000).toISOString(),
    })
    expect((await ask('/blog/nested')).status).toBe(200)
    expect(isRendered((await ask('/contact')).html)).toBe(true)
  })

  test.each([
    `/shop?q=${encodeURIComponent(EVIL)}`,
    `/shop?category=${encodeURIComponent('" onload="alert(1)')}`,
    `/shop?q=${encodeURIComponent('" || id != "')}`,
    '/shop?q=%E0%A4%A',
    '/blog/..%2f..%2fsecret',
    '/product/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ])('GUARD-10 %s is only an address', async (path) => {
    let html = ''
    const isDrawn = async () => {
      html = (await ask(path)).html
      return isRendered(html)
    }
    // What anybody can make up is drawn a few at a time.
    await expect.poll(isDrawn, { timeout: 15_000 }).toBe(!path.startsWith('/blog/'))
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('" onload="alert')
    expect(html).not.toContain(SOAP)
  })
})
