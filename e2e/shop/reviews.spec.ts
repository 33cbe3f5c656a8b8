import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { phonePhotograph } from '../tools/photograph'
import { alive, expect, listening, overlaysDeep, signInTo, test } from '../tools/store'

const PHOTO = 'pocketbase/seed/images/rose-petal-soap-2.jpg'
const OTHER_PHOTO = 'pocketbase/seed/images/rose-petal-soap-1.jpg'

/** Every text that the progress of an upload has shown since. */
async function progressOf(page: Page): Promise<() => Promise<string[]>> {
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar]')
      if (bar) texts.push(`${bar.getAttribute('aria-label')} ${bar.closest('.flex')?.textContent}`)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return texts
  })
  return () => shown.jsonValue()
}

const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.getByLabel('Your pictures', { exact: true }).setInputFiles(files)

test('REV-09 a phone’s photograph is made smaller before it is sent, and what cannot be is told of first', async ({
  page,
  store,
}) => {
  const soap = await store.product('Rose Petal Soap')
  const user = await store.newUser('Arjun Nair')
  await signInTo(page, user, `/product/${soap.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 4' }).check()
  await page.getByLabel('Your review', { exact: true }).fill('As it looks in my bathroom.')
  const damaged = { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await choose(page, [await phonePhotograph(), damaged])
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('alert').getByText('A picture may have at most 5 MB.')).toBeVisible()
  expect(sent.filter((url) => url.includes('/reviews/'))).toEqual([])

  await page.getByRole('button', { name: 'Remove damaged.jpg' }).click()
  const uploads = await progressOf(page)
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you. Your review is on the page.')).toBeVisible()
  expect(await uploads()).toContain('Upload 100%')
  const [made] = await (await store.superuser()).collection('reviews').getFullList({ filter: `user = "${user.id}"` })
  const file = await fetch(`${store.url}/api/files/reviews/${made?.id}/${made?.images[0]}`)
  const { width, height } = await sharp(await file.arrayBuffer()).metadata()
  expect([width, height]).toEqual([1200, 1600])
})

test('REV-01 REV-02 REV-03 REV-07 ACCESS-04 a review is written with photographs, changed and deleted by its author', async ({
  page,
  freshStore,
}) => {
  // Many pictures are sent and made smaller.
  test.slow()
  const store = await freshStore()
  const superuser = await store.superuser()
  const soap = await store.product('Rose Petal Soap')
  const count = async () => (await superuser.collection('products').getOne(soap.id)).reviews
  const before = await count()
  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, `/product/${soap.id}`, store.url)

  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(page.getByRole('heading', { name: `Your review of ${soap.name}` })).toBeFocused()
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Choose a rating.')).toBeVisible()
  await expect(page.getByText('Write a few words about the product.')).toBeVisible()
  expect(await count()).toBe(before)

  await page.getByRole('radio', { name: 'Rating 4' }).check()
  await page.getByLabel('Title').fill('Kind to dry skin')
  await page.getByLabel('Your review', { exact: true }).fill('The petals stay soft to the end.')
  await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  const refused = page.getByText('Pictures must be JPEG, PNG or WebP.')
  const chosen = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')
  await expect(refused).toBeVisible()
  await expect(chosen).toHaveCount(0)
  // A picture that is taken clears the sentence, so that the next one is heard.
  await choose(page, PHOTO)
  await expect(chosen).toHaveCount(1)
  await expect(refused).toHaveCount(0)
  const name = `${'WhatsApp-Image-'.repeat(8)}.jpg`
  await choose(page, { name, mimeType: 'image/jpeg', buffer: await readFile(OTHER_PHOTO) })
  const form = page.getByRole('form', { name: `Your review of ${soap.name}` })
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you. Your review is on the page.')).toBeVisible()

  const review = page.getByRole('article', { name: 'Kind to dry skin' })
  // The newest stands first.
  await expect(page.locator('#reviews article').first()).toHaveAccessibleName('Kind to dry skin')
  await expect(review.getByText('Meera Rao')).toBeVisible()
  await expect(review.getByText('Verified purchase')).toHaveCount(0)
  await expect(review.getByRole('list', { name: 'Pictures of the review' }).getByRole('listitem')).toHaveCount(2)
  expect(await count()).toBe(before + 1)
  const [made] = await superuser.collection('reviews').getFullList({ filter: `user = "${user.id}"` })
  expect(made).toMatchObject({ product: soap.id, rating: 4, verified_purchase: false, helpful_votes: 0 })
  // The one below it and the one that has taken the place of `Write a review`.
  await expect(page.getByRole('button', { name: 'Edit your review' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Write a review' })).toHaveCount(0)

  await review.getByRole('button', { name: 'Edit your review' }).click()
  await expect(page.getByRole('radio', { name: 'Rating 4' })).toBeChecked()
  await expect(page.getByLabel('Title')).toHaveValue('Kind to dry skin')
  await page.getByRole('radio', { name: 'Rating 2' }).check()
  await page.getByLabel('Title').fill('Melts fast')
  await page.getByRole('button', { name: 'Remove picture 1' }).click()
  await choose(page, [PHOTO, PHOTO, PHOTO, PHOTO])
  await expect(page.getByText('At most 4 pictures.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('Your review is changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit your review' }).first()).toBeFocused()
  const changed = page.getByRole('article', { name: 'Melts fast' })
  await expect(changed.getByRole('list', { name: 'Pictures of the review' }).getByRole('listitem')).toHaveCount(4)
  const kept = await superuser.collection('reviews').getOne(made?.id ?? '')
  expect(kept).toMatchObject({ rating: 2, title: 'Melts fast', user: user.id })
  expect(kept.images).not.toContain(made?.images[0])
  expect(kept.images).toContain(made?.images[1])
  expect(await count()).toBe(before + 1)

  await changed.getByRole('button', { name: 'Delete your review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your review?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(changed).toBeVisible()
  await changed.getByRole('button', { name: 'Delete your review' }).click()
  await dialog.getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByText('Your review is deleted.')).toBeVisible()
  await expect(changed).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeFocused()
  expect(await count()).toBe(before)
})

test('REV-04 REV-05 ACCESS-04 comments are written, changed and deleted; a helpful vote counts once', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const superuser = await store.superuser()
  const soap = await store.product('Rose Petal Soap')
  const [author, reader] = [await store.newUser('Asha'), await store.newUser('Meera Rao')]
  await author.pb
    .collection('reviews')
    .create({ product: soap.id, rating: 5, title: 'A rose', content: 'Smells like one.' })
  const foreign = await author.pb.collection('reviews').getFirstListItem(`user = "${author.id}"`)
  await author.pb.collection('review_comments').create({ review: foreign.id, content: 'Still true a month later.' })
  await signInTo(page, reader, `/product/${soap.id}`, store.url)
  const review = page.getByRole('article', { name: 'A rose' })
  const comments = review.getByRole('list', { name: 'Comments' }).getByRole('listitem')

  // What others wrote is theirs, also for somebody who is known to be signed in.
  await expect(comments).toHaveText([/Still true a month later\.Asha$/])
  await expect(review.getByLabel('Add a comment')).toBeVisible()
  await expect(review.getByRole('button', { name: /^(Edit|Delete) your/ })).toHaveCount(0)

  await review.getByRole('button', { name: 'Post comment' }).click()
  await expect(review.getByText('Write a comment first.')).toBeVisible()
  await review.getByLabel('Add a comment').fill(`https://example.in/${'a'.repeat(300)}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  await review.getByLabel('Add a comment').fill('For us too.')
  await review.getByRole('button', { name: 'Post comment' }).click()
  await expect(comments).toHaveText([/Still true/, /For us too\.Meera Rao/])
  const stored = () => superuser.collection('review_comments').getFullList({ filter: `user = "${reader.id}"` })
  expect(await stored()).toMatchObject([{ review: foreign.id, content: 'For us too.' }])

  await review.getByRole('button', { name: 'Edit your comment' }).click()
  await review.getByLabel('Edit your comment').fill('For the two of us.')
  await review.getByRole('button', { name: 'Save comment' }).click()
  await expect(comments).toHaveText([/Still true/, /For the two of us\.Meera Rao/])
  await expect(review.getByRole('button', { name: 'Edit your comment' })).toBeFocused()
  expect(await stored()).toMatchObject([{ content: 'For the two of us.' }])

  await review.getByRole('button', { name: 'Delete your comment' }).click()
  await page
    .getByRole('dialog', { name: 'Delete your comment?' })
    .getByRole('button', { name: 'Delete comment' })
    .click()
  await expect(comments).toHaveText([/Still true/])
  await expect(review.getByRole('button', { name: 'Helpful (0)' })).toBeFocused()
  expect(await stored()).toEqual([])

  const votes = async () => (await superuser.collection('reviews').getOne(foreign.id)).helpful_votes
  await review.getByRole('button', { name: 'Helpful (0)' }).click()
  await expect(review.getByRole('button', { name: 'Helpful (1)', pressed: true })).toBeVisible()
  await expect.poll(votes).toBe(1)
  await page.reload()
  await review.getByRole('button', { name: 'Helpful (1)', pressed: true }).click()
  await expect(review.getByRole('button', { name: 'Helpful (0)', pressed: false })).toBeVisible()
  await expect.poll(votes).toBe(0)
})

test('REV-06 TOAST-01 ROUTE-26 without a line a review is written, kept through a reload and sent once it is back', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const product = await store.product('Lavender Soap')
  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, `/product/${product.id}`, store.url)
  // Whoever stays has what tells of a lost line.
  await page.waitForResponse(/\/toaster-view-/)
  watch.expectProblem('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /^Helpful/ })
    .first()
    .click()
  await expect(page.locator('[data-sonner-toast]')).toContainText('We cannot reach the shop')
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 5' }).check()
  await page.getByLabel('Your review', { exact: true }).fill('It lasts.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText('We cannot reach the shop')
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Continue your review' }).click()
  await expect(page.getByRole('radio', { name: 'Rating 5' })).toBeChecked()
  await expect(page.getByLabel('Your review', { exact: true })).toHaveValue('It lasts.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you. Your review is on the page.')).toBeVisible()
})

test('REV-01 REV-06 a guest is asked to sign in, and a refusal is said in its own words', async ({
  page,
  store,
  watch,
}) => {
  const product = await store.product('Lavender Soap')
  const path = `/product/${product.id}`
  await page.goto(path)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(page).toHaveURL(`/auth/login?returnTo=${encodeURIComponent(`${path}#reviews`)}`)
  const user = await store.newUser()
  await signInTo(page, user, path)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 5' }).check()
  await page.getByLabel('Your review', { exact: true }).fill('Twice.')
  // Meanwhile, on another device.
  await user.pb.collection('reviews').create({ product: product.id, rating: 5, content: 'Once.' })
  watch.expectProblem('/api/collections/reviews/records')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('alert')).toContainText('You have reviewed this product already.')
  await page.route('**/api/collections/reviews/records', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to create review')
  await expect(page.getByText('The shop has trouble just now.')).toBeVisible()
})

test('REV-07 a buyer’s review says so', async ({ page, freshStore }) => {
  const store = await freshStore()
  const product = await store.product('Lavender Soap')
  const user = await store.newUser('Meera Rao')
  await store.insert('orders', {
    user: user.id,
    number: 'SJ-TEST2345',
    status: 'confirmed',
    fulfilment_status: 'delivered',
    items: [{ product: product.id, quantity: 1 }],
  })
  await signInTo(page, user, `/product/${product.id}`, store.url)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 5' }).check()
  await page.getByLabel('Title').fill('Bought twice')
  await page.getByLabel('Your review', { exact: true }).fill('And again.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('article', { name: 'Bought twice' }).getByText('Verified purchase')).toBeVisible()
})

test('REV-08 the stars tell their reviews apart, the order can be chosen, and photographs come first', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const soap = await store.product('Rose Petal Soap')
  const write = async (title: string, rating: number, photographs: string[] = []) => {
    const { id } = await store.newUser(`Writer of ${title}`)
    const images = await Promise.all(
      photographs.map(
        async (path) => new File([new Uint8Array(await readFile(path))], 'a.jpg', { type: 'image/jpeg' }),
      ),
    )
    await owner
      .collection('reviews')
      .create({ user: id, product: soap.id, rating, title, content: 'So it is.', images })
  }
  await write('The least', 1)
  await write('With two pictures', 5, [PHOTO, OTHER_PHOTO])
  await write('The newest', 3)
  await page.goto(`${store.url}/product/${soap.id}`)
  await alive(page)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const titles = () => reviews.getByRole('article').getByRole('heading').allTextContents()
  // A page that could not be drawn in time asks for them itself.
  await expect.poll(async () => (await titles())[0]).toBe('The newest')

  await reviews.getByRole('combobox', { name: 'Order of the reviews' }).selectOption('Lowest rated')
  await expect.poll(async () => (await titles())[0]).toBe('The least')
  const least = reviews.getByRole('button', { name: '1 star, 1 review' })
  expect((await least.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await least.click()
  await expect.poll(titles).toEqual(['The least'])
  await reviews.getByRole('button', { name: '1 star, 1 review' }).click()
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(3)

  const pictures = reviews.getByRole('list', { name: 'Pictures from reviews' })
  await pictures.getByRole('button', { name: 'Open picture 2 of 2 in full size' }).click()
  await expect(page.getByRole('dialog', { name: 'Pictures from reviews' }).getByRole('status')).toHaveText('2 / 2')
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** The next record sent by this method is taken, and the answer does not come back. */
const loseAnswer = (page: Page, method: string) =>
  page.evaluate((method) => {
    const { fetch } = window
    const { send } = XMLHttpRequest.prototype
    const restore = () => {
      window.fetch = fetch
      XMLHttpRequest.prototype.send = send
    }
    window.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method !== method || !String(input).includes('/api/collections/')) return answer
      restore()
      throw new TypeError('Failed to fetch')
    }
    // Photographs go this way.
    XMLHttpRequest.prototype.send = function (body) {
      restore()
      this.onload = this.onerror
      send.call(this, body)
    }
  }, method)

test('REV-01 REV-04 ROUTE-29 what is sent again because its answer was lost is there once', async ({
  page,
  store,
  watch,
}) => {
  test.slow()
  watch.expectProblem(/status of 404/)
  const superuser = await store.superuser()
  const soap = await store.product('Rose Petal Soap')
  const user = await store.newUser('Meera Rao')
  const stored = (collection: string) => superuser.collection(collection).getFullList({ filter: `user = "${user.id}"` })
  const unheard = page.getByText('We cannot reach the shop.')
  const listens = listening(page)
  await signInTo(page, user, `/product/${soap.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 4' }).check()
  await page.getByLabel('Your review', { exact: true }).fill('The petals stay soft to the end.')
  await choose(page, PHOTO)
  await loseAnswer(page, 'POST')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(unheard).toBeVisible()
  await page.getByLabel('Your review', { exact: true }).fill('The petals stay soft.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you. Your review is on the page.')).toBeVisible()
  expect(await stored('reviews')).toMatchObject([{ content: 'The petals stay soft.', images: [expect.any(String)] }])

  const review = page.getByRole('article', { name: 'Review by Meera Rao' })
  await review.getByRole('button', { name: 'Edit your review' }).click()
  await choose(page, [PHOTO, OTHER_PHOTO])
  await loseAnswer(page, 'PATCH')
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(unheard).toBeVisible()
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('Your review is changed.')).toBeVisible()
  expect((await stored('reviews'))[0]?.images).toHaveLength(3)

  await review.getByLabel('Add a comment').fill('Half a year later: still.')
  await loseAnswer(page, 'POST')
  await review.getByRole('button', { name: 'Post comment' }).click()
  await expect(unheard).toBeVisible()
  await review.getByRole('button', { name: 'Post comment' }).click()
  await expect(review.getByLabel('Add a comment')).toHaveValue('')
  expect(await stored('review_comments')).toHaveLength(1)

  await listens
  await review.getByRole('button', { name: 'Delete your review' }).click()
  await loseAnswer(page, 'DELETE')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click()
  // Nothing is pressed again.
  await expect(page.getByText('Your review is deleted.')).toBeVisible()
  await expect(page.getByText('Your review is changed.')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeFocused()
})

test('REV-06 a form whose code does not come says so, with a way to load the page anew @one-screen', async ({
  page,
  store,
  watch,
}) => {
  const soap = await store.product('Rose Petal Soap')
  const user = await store.newUser('Arjun Nair')
  watch.expectProblem('/assets/review-form')
  await page.route('**/assets/review-form-*', (route) => route.abort())
  await signInTo(page, user, `/product/${soap.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(page.getByText('Write a review did not open')).toBeVisible()
  await page.unroute('**/assets/review-form-*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await alive(page)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(page.getByLabel('Your review', { exact: true })).toBeVisible()
})
