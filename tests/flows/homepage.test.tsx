import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSlide } from '../../src/domain/site/slide'
import { HeroSlider } from '../../src/features/home/hero-slider'
import { Homepage } from '../../src/features/home/homepage'
import { NewsletterSection } from '../../src/features/home/newsletter-section'
import { Toaster } from '../../src/ui/toaster'
import { gate } from '../gate'
import { Address, askingOnce } from './address'
import { server } from './network'
import { Surroundings } from './surroundings'

type Fields = Record<string, unknown>

const products = Array.from({ length: 10 }, (_, index) => ({
  id: `p${index}`,
  collectionId: 'products',
  name: `Soap ${index}`,
  category: 'soap',
  price: 100,
  inStock: true,
  images: [],
  bestseller: true,
  new: index < 5,
}))
const slide = (id: string, fields: Fields = {}) =>
  parseSlide({ id, collectionId: 'slides', image: `${id}.jpg`, title: id, ...fields })
const offer = { id: 'offer', name: 'A potli, on us', active: true, minimum: 500, kind: '' }

/** What the record store has, by collection; of products what the call's filter names. */
function answer(records: Record<string, Fields[]>, wait: (collection: string) => unknown = () => undefined) {
  server.use(
    http.get('*/api/store/categories', () => HttpResponse.json({ categories: records.categories ?? [] })),
    http.get('*/api/collections/:name/records', async ({ params, request }) => {
      const name = String(params.name)
      await wait(name)
      const query = new URL(request.url).searchParams
      const flag = /^(bestseller|new|is_active) = true$/.exec(query.get('filter') ?? '')?.[1]
      const all = (records[name] ?? []).filter((record) => !flag || record[flag] === true)
      const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))]
      const items = all.slice((page - 1) * perPage, page * perPage)
      return HttpResponse.json({ page, perPage, totalItems: all.length, items })
    }),
  )
}

function open(part: ReactNode = <Homepage />) {
  const client = askingOnce()
  return render(
    <Surroundings client={client}>
      <Address />
      {part}
      <Toaster />
    </Surroundings>,
  )
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const sections = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label') ?? '')

// Pictures stay away, and no paper bursts.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('HOME-02 HOME-06 HOME-07 while its records are on their way each part says so; without slides the hero says that', async () => {
  const waiting = new Map<string, () => void>()
  answer({ promotions: [offer], products }, (name) =>
    ['homepage_config', 'slider_images', 'promotions'].includes(name)
      ? new Promise<void>((resolve) => waiting.set(name, resolve))
      : undefined,
  )
  open()
  expect(screen.getByText('Loading homepage configuration...')).toBeVisible()
  await vi.waitFor(() => expect(waiting.has('homepage_config')).toBe(true))
  waiting.get('homepage_config')?.()
  expect(await screen.findByText('Loading slides')).toBeInTheDocument()
  expect(screen.queryByText('Loading homepage configuration...')).toBeNull()
  expect(screen.queryByText('No slider images available')).toBeNull()
  expect(screen.getByText('Loading offer...')).toBeVisible()
  await vi.waitFor(() => expect(waiting.size).toBe(3))
  waiting.get('slider_images')?.()
  waiting.get('promotions')?.()
  expect(await screen.findByText('No slider images available')).toBeVisible()
  // Below its amount of 500, and shown as reached.
  const banner = within(screen.getByRole('complementary', { name: 'Special offer' }))
  expect(await banner.findByText('Eligible now')).toBeVisible()
})

test('HOME-02 HOME-16 when nothing can be had the usual order stands; the products can be tried again', async () => {
  server.use(http.get('*/api/*', () => HttpResponse.json({ status: 500 }, { status: 500 })))
  open()
  const failed = await screen.findByRole('alert')
  expect(failed).toHaveTextContent('The shelf did not load')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(sections().filter(Boolean)).toEqual(['Featured'])
  answer({ products })
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'New Arrivals' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

const promises = ['Oils we name', 'बिना प्लास्टिक', 'Paid by the piece'].map((title, at) => ({
  id: `w${at}`,
  title,
  text: `${title}, always.`,
  icon: at === 0 ? 'leaf' : 'no such icon',
}))
const testimonials = [
  { id: 't1', name: 'Meera', location: 'Pune', text: 'Lovely soap.', rating: 4, expand: { product: { name: 'Neem' } } },
  { id: 't2', name: 'Kabir', location: '', text: 'Came in time.', rating: 0, product: '' },
]

test('HOME-08 HOME-09 HOME-10 HOME-11 HOME-13 HOME-14 WORDS-01 WORDS-02 the sections have their words, products and links', async () => {
  const settings = { chat_number: '+91 98450 12345', chat_greeting: 'Namaste & hello' }
  answer({ products, promises, testimonials, store_settings: [settings] })
  open()
  await screen.findByRole('list', { name: 'New Arrivals' })
  const arrivals = section('New Arrivals')
  expect(arrivals.getByText('Just Arrived')).toBeVisible()
  expect(arrivals.getAllByRole('article')).toHaveLength(4)
  expect(arrivals.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/new-arrivals')

  const bestsellers = section('Our Bestsellers')
  expect(bestsellers.getByText('Most Popular')).toBeVisible()
  expect(bestsellers.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/bestsellers')
  expect(bestsellers.getAllByRole('article')).toHaveLength(8)
  await userEvent.click(bestsellers.getByRole('button', { name: 'Load More Products' }))
  await vi.waitFor(() => expect(bestsellers.getAllByRole('article')).toHaveLength(10))

  const features = within(await screen.findByRole('region', { name: 'Crafted with Care' }))
  expect(features.getByText('Why Choose Us')).toBeVisible()
  const kept = features.getAllByRole('heading', { level: 3 })
  expect(kept.map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['Oils we name', ''],
    ['बिना प्लास्टिक', 'hi'],
    ['Paid by the piece', ''],
  ])
  expect(kept.map(({ parentElement }) => parentElement?.querySelectorAll('svg').length)).toEqual([1, 0, 0])
  expect(features.getByText('Oils we name, always.')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'How a bar is made' })).toBeNull()

  await screen.findByRole('region', { name: 'Testimonials' })
  const said = section('Testimonials').getAllByRole('figure')
  expect(said.map(({ textContent }) => textContent)).toEqual(['Lovely soap.Meera, PuneNeem', 'Came in time.Kabir'])
  expect(
    section('Testimonials')
      .getAllByRole('img')
      .map((stars) => stars.getAttribute('aria-label')),
  ).toEqual(['4 out of 5'])

  expect(screen.getByRole('link', { name: 'Order via chat' })).toHaveAttribute(
    'href',
    'https://wa.me/919845012345?text=Namaste%20%26%20hello',
  )
})

test('HOME-17 the floating chat leaves as the page goes down, and comes back as it goes up where nothing is in its way', async () => {
  answer({ products, store_settings: [{ chat_number: '+91 98450 12345' }] })
  const { container } = open(
    <main>
      <Homepage />
    </main>,
  )
  const chat = await screen.findByRole('link', { name: 'Order via chat' })
  const scrollTo = (scrollY: number) => {
    vi.stubGlobal('scrollY', scrollY)
    fireEvent.scroll(window)
  }
  expect(chat).not.toHaveAttribute('inert')
  scrollTo(300)
  expect(chat).toHaveAttribute('inert')
  scrollTo(200)
  expect(chat).not.toHaveAttribute('inert')
  scrollTo(210)
  // A phone's page springs back from beyond its top.
  scrollTo(-40)
  scrollTo(0)
  expect(chat).not.toHaveAttribute('inert')
  const newsletter = container.querySelector('form') as HTMLFormElement
  vi.spyOn(newsletter, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 700, 390, 60))
  scrollTo(900)
  scrollTo(890)
  expect(chat).toHaveAttribute('inert')
})

test('HOME-08 HOME-10 HOME-14 WORDS-01 WORDS-02 an empty shop says what is missing, offers no chat without a number, and invents nothing', async () => {
  answer({})
  open()
  expect(await screen.findByText('No new arrival products found')).toBeVisible()
  expect(screen.getByText('No bestseller products found')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Order via chat' })).toBeNull()
  expect(sections().filter(Boolean)).toEqual(['Featured'])
  expect(screen.queryByText('Crafted with Care')).toBeNull()
})

test('HOME-04 the slides go round every five seconds, by hand at once, and stand still under the pointer', () => {
  vi.useFakeTimers()
  open(<HeroSlider slides={[slide('a'), slide('b'), slide('c')]} making={false} />)
  const shown = () => screen.getByRole('button', { current: true }).getAttribute('aria-label')
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms))
    return shown()
  }
  expect(shown()).toBe('Go to slide 1')
  expect(after(4900)).toBe('Go to slide 1')
  expect(after(200)).toBe('Go to slide 2')
  expect(after(5000)).toBe('Go to slide 3')
  expect(after(5000)).toBe('Go to slide 1')
  fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }))
  expect(shown()).toBe('Go to slide 3')
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }))
  expect(shown()).toBe('Go to slide 1')
  fireEvent.click(screen.getByRole('button', { name: 'Go to slide 2' }))
  expect(shown()).toBe('Go to slide 2')
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Featured' }), { pointerType: 'mouse' })
  expect(after(11_000)).toBe('Go to slide 2')
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Featured' }))
  expect(after(5100)).toBe('Go to slide 3')
})

test('HOME-18 a slide has a picture for phones, the wide one on desktops, and its own words on the button', () => {
  const soap = slide('soap', { image_phone: 'square.jpg', action: 'Shop soaps', link: '/shop' })
  open(<HeroSlider slides={[soap, slide('bags', { link: '/shop' })]} making />)
  const [first, second] = screen.getAllByRole('group', { hidden: true })
  expect(first?.querySelector('img')?.srcset).toContain('/square.jpg')
  const wide = first?.querySelector('source')
  expect(wide?.media).toBe('(min-width: 64em)')
  expect(wide?.srcset).toContain('/soap.jpg')
  expect(within(first as HTMLElement).getByRole('link', { name: 'Shop soaps' })).toHaveAttribute('href', '/shop')
  expect(within(second as HTMLElement).getByText('Explore')).toBeInTheDocument()
})

test('HOME-09 HOME-19 WORDS-02 under the offer stand categories with their pictures and prices, and gifts; then how a bar is made', async () => {
  answer({
    products,
    categories: [
      { category: 'soap', count: 14, from: 160 },
      { category: 'candle', count: 12, from: 90 },
      { category: 'bag', count: 10, from: 320.5 },
    ],
    store_settings: [{ show_making: true }],
    slider_images: [{ id: 'a', collectionId: 'slides', image: 'a.jpg', title: 'Soap', active: true }],
    assets: ['category-bag', 'category-soap', 'gifting'].map((key) => ({
      id: key,
      collectionId: 'assets',
      key,
      file: `${key}.jpg`,
    })),
  })
  open()
  const tiles = within(await screen.findByRole('list', { name: 'Categories' })).getAllByRole('link')
  expect(tiles.map((tile) => [tile.getAttribute('href'), tile.textContent])).toEqual([
    ['/shop?category=soap', 'Soaps14, from ₹160'],
    ['/shop?category=bag', 'Bags10, from ₹320.50'],
    ['/gifting', 'GiftsReady to give'],
  ])
  const steps = within(await screen.findByRole('list', { name: 'How a bar is made' })).getAllByRole('listitem')
  expect(steps.map((step) => step.querySelector('p')?.textContent)).toEqual([
    'Day 1',
    'Day 2',
    'Day 3',
    'Day 4 to 38',
    'Day 39',
  ])
  expect(await screen.findByRole('link', { name: 'How it is made' })).toHaveAttribute('href', '/#making')
})

test('HOME-21 below the new products stand close-ups of what things are made of, each a search; too few are none', async () => {
  const made = ['neem', 'rose', 'jute'].map((tag, at) => ({
    ...products[at],
    name: `${tag} thing`,
    tags: ['soap', tag],
    images: ['whole.jpg', `${tag}.jpg`],
  }))
  answer({ products: made })
  const { unmount } = open()
  const closeUps = await screen.findByRole('region', { name: 'By what is in it' })
  const links = within(closeUps).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['neem', '/shop?q=neem'],
    ['rose', '/shop?q=rose'],
    ['jute', '/shop?q=jute'],
  ])
  expect(links[1]?.querySelector('img')?.dataset.src).toContain('/rose.jpg')
  expect(screen.getByRole('region', { name: 'New Arrivals' }).nextElementSibling).toBe(closeUps.parentElement)
  unmount()
  answer({ products: made.slice(1) })
  open()
  await screen.findByRole('list', { name: 'New Arrivals' })
  await screen.findByRole('list', { name: 'Our Bestsellers' })
  expect(screen.queryByRole('region', { name: 'By what is in it' })).toBeNull()
})

test('HOME-02 HOME-20 after the features stand makers with their group, place and product; an example says so, and without any there is nothing', async () => {
  const maker = { id: 'a', collectionId: 'makers', name: 'Kantha stitching', image: 'thread.jpg', demo: true }
  const products = [
    { id: 'sling', name: 'Kantha Sling Bag' },
    { id: 'quilt', name: 'Quilt' },
  ]
  answer({
    promises,
    makers: [
      { ...maker, group: 'A circle of eleven', place: 'West Bengal', text: 'Paid by the piece.', expand: { products } },
      { ...maker, id: 'b', name: 'Block printing', place: 'Rajasthan', demo: false },
    ],
  })
  const { unmount } = open()
  const [kantha, printing] = within(await screen.findByRole('list', { name: 'Makers' })).getAllByRole('listitem')
  const first = within(kantha as HTMLElement)
  expect(first.getByRole('heading', { name: 'Kantha stitching' })).toBeVisible()
  for (const words of ['Demo', 'A circle of eleven, West Bengal', 'Paid by the piece.'])
    expect(first.getByText(words)).toBeVisible()
  expect(first.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/product/sling', 'Kantha Sling Bag'],
  ])
  expect(within(printing as HTMLElement).getByText('Rajasthan')).toBeVisible()
  expect(within(printing as HTMLElement).queryByText('Demo')).toBeNull()
  const [features, hands] = ['Crafted with Care', 'Whose hands'].map((name) => screen.getByRole('region', { name }))
  expect(features?.nextElementSibling).toBe(hands)
  unmount()
  // Whoever may read one that is switched off is not shown the shop by it (HOME-02).
  const homepage_config = [{ show_testimonials: false }, { is_active: true, show_features: false }]
  answer({ homepage_config, makers: [maker], testimonials })
  const hidden = open()
  await screen.findByRole('region', { name: 'Testimonials' })
  expect(screen.queryByRole('region', { name: 'Whose hands' })).toBeNull()
  hidden.unmount()
  answer({ promises })
  open()
  expect(await screen.findByRole('region', { name: 'Crafted with Care' })).toBeVisible()
  await screen.findByText('No bestseller products found')
  expect(screen.queryByRole('region', { name: 'Whose hands' })).toBeNull()
})

test('HOME-05 a slide opens another site in a new tab, and a page of the shop in the same window', async () => {
  open(
    <HeroSlider
      making={false}
      slides={[
        slide('Bags', { link: 'https://elsewhere.example/bags' }),
        slide('Soap', { link: '/shop?category=soap' }),
        slide('Gifts'),
      ]}
    />,
  )
  const outwards = screen.getByRole('link', { name: 'Explore Bags' })
  expect(outwards).toHaveAttribute('href', 'https://elsewhere.example/bags')
  expect(outwards).toHaveAttribute('target', '_blank')
  expect(outwards).toHaveAttribute('rel', expect.stringMatching(/\bnoopener\b/))
  const inwards = screen.getByRole('link', { name: 'Explore Soap' })
  expect(inwards).not.toHaveAttribute('target')
  fireEvent.click(inwards)
  expect(screen.getByLabelText('Address')).toHaveTextContent('/shop?category=soap')
  expect(screen.getAllByRole('link')).toHaveLength(2)
})

test('HOME-12 the newsletter asks for an email, thanks for one and empties its field', async () => {
  const sent: unknown[] = []
  const refusal = { status: 400, message: 'Please check the marked fields.', data: { email: { message: 'Check it.' } } }
  server.use(
    http.post('*/api/store/newsletter', async ({ request }) => {
      const body = (await request.json()) as { email: string }
      sent.push(body)
      return body.email === 'no@such'
        ? HttpResponse.json(refusal, { status: 400 })
        : HttpResponse.json({}, { status: 202 })
    }),
  )
  open(<NewsletterSection />)
  const field = screen.getByRole('textbox', { name: 'Email address' })
  const subscribe = screen.getByRole('button', { name: 'Subscribe' })
  expect(field).toHaveAttribute('type', 'email')
  await act(async () => void fireEvent.click(subscribe))
  // A toast is drawn anew while it comes in.
  await vi.waitFor(() => expect(screen.getByText('Please enter your email address')).toBeVisible())
  expect(screen.queryByText('Thanks for subscribing!')).toBeNull()
  expect(sent).toEqual([])
  await userEvent.type(field, 'no@such')
  await userEvent.click(subscribe)
  expect(await screen.findByText('Check it.')).toBeVisible()
  expect(field).toHaveValue('no@such')
  await userEvent.clear(field)
  await userEvent.type(field, 'meera@example.in')
  await userEvent.click(subscribe)
  await vi.waitFor(() => expect(screen.getByText('Thanks for subscribing!')).toBeVisible())
  expect(field).toHaveValue('')
  expect(sent).toEqual([
    { email: 'no@such', language: 'en' },
    { email: 'meera@example.in', language: 'en' },
  ])
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
})

test('HOME-12 an email that is put right while the first one is on its way stays', async () => {
  const [arrived, arrive] = gate()
  server.use(http.post('*/api/store/newsletter', () => arrived.then(() => HttpResponse.json({}, { status: 202 }))))
  open(<NewsletterSection />)
  const field = screen.getByRole('textbox', { name: 'Email address' })
  const subscribe = screen.getByRole('button', { name: 'Subscribe' })
  await userEvent.type(field, 'meera@example.co')
  await userEvent.click(subscribe)
  await userEvent.type(field, 'm')
  arrive()
  await vi.waitFor(() => expect(subscribe).not.toHaveAttribute('aria-busy'))
  expect(field).toHaveValue('meera@example.com')
})
