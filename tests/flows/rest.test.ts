import { afterEach, expect, test, vi } from 'vitest'

/** A page whose beginning is here, and what the store answers to who asks for its rest. */
async function renewed(beginning: string, whole: string, meanwhile: (root: HTMLElement) => void) {
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = beginning
  const faces = document.createElement('style')
  faces.id = 'faces'
  document.body.replaceChildren(root)
  document.documentElement.dataset.whole = 'old'
  meanwhile(root)
  const html =
    `<!doctype html><html><head><style>a{}</style><style id="faces"></style></head><body><div id="root">${whole}</div>` +
    `<script type="application/json" id="query-state" data-version="new">{}</script></body></html>`
  vi.stubGlobal('fetch', async () => new Response(html))
  vi.resetModules()
  const { addRest } = await import('@/inline/rest')
  await addRest()
  return root
}

afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.whole
})

const product = (most: number, more = '') =>
  `<header><button type="button">Cart</button></header><main><h1>Soap</h1>${more}<div><input role="spinbutton" ` +
  `aria-label="Quantity" aria-valuemax="${most}" value="1"><button type="button">Add</button></div></main>`

test('PAINT-05 PAINT-17 a number that is typed stays where the record allows less and says so in a line more', async () => {
  let typed: HTMLInputElement | undefined
  const root = await renewed(product(9), `${product(3, '<p>Only 3 left</p>')}<footer></footer>`, (page) => {
    typed = page.querySelector('input') as HTMLInputElement
    typed.value = '2'
    page.querySelector('main button')?.setAttribute('aria-busy', 'true')
  })
  expect(root.querySelector('input')).toBe(typed)
  expect(typed?.value).toBe('2')
  expect(typed?.getAttribute('aria-valuemax')).toBe('3')
  expect(root.querySelector('main button')?.getAttribute('aria-busy')).toBe('true')
  root.querySelector('main button')?.removeAttribute('aria-busy')
  expect(root.innerHTML).toBe(`${product(3, '<p>Only 3 left</p>')}<footer></footer>`)
})

test('PAINT-05 PAINT-17 what is pressed in a card is not pressed in another one', async () => {
  const card = (name: string) => `<article><h3>${name}</h3><button type="button">Add</button></article>`
  const root = await renewed(card('Soap') + card('Bag'), card('Tote') + card('Bag'), (page) => {
    for (const button of page.querySelectorAll('button')) button.setAttribute('aria-busy', 'true')
  })
  const busy = [...root.querySelectorAll('button')].map((button) => button.getAttribute('aria-busy'))
  expect(busy).toEqual([null, 'true'])
})

test('PAINT-05 PAINT-17 IMG-03 a press stays in a card whose picture has come near, and in one whose picture waits', async () => {
  const picture = (name: string) =>
    `<img data-src="/${name}.jpg?a=1&amp;b=2" data-srcset="/${name}.jpg 1x" alt="${name}&#x27;s"/>` +
    `<noscript><img src="/${name}.jpg?a=1&amp;b=2" alt="${name}&#x27;s"/></noscript>`
  const card = (name: string) => `<article>${picture(name)}<button type="button">Add</button></article>`
  const pressed: Element[] = []
  const root = await renewed(card('Soap') + card('Bag'), card('New') + card('Soap') + card('Bag'), (page) => {
    const image = page.querySelector('img') as HTMLImageElement
    image.srcset = '/Soap.jpg 1x'
    image.src = '/Soap.jpg?a=1&b=2'
    for (const button of page.querySelectorAll('button')) {
      button.setAttribute('aria-busy', 'true')
      pressed.push(button)
    }
  })
  expect([...root.querySelectorAll('button')].slice(1)).toEqual(pressed)
  expect([...root.querySelectorAll('button[aria-busy]')]).toEqual(pressed)
  expect([...root.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    null,
    '/Soap.jpg?a=1&b=2',
    null,
  ])
})

test('PAINT-05 PAINT-17 what was opened stays open, what was closed stays closed, and what is new is as it came', async () => {
  const part = (name: string, open = '') => `<details${open}><summary>${name}</summary><p>${name}</p></details>`
  const root = await renewed(
    part('Terms') + part('Care') + part('Facts', ' open') + part('Old'),
    `<p>Later</p>${part('Terms') + part('Care') + part('Facts', ' open') + part('Old') + part('New', ' open')}`,
    (page) => {
      const [terms, , facts] = page.querySelectorAll('details')
      if (terms) terms.open = true
      if (facts) facts.open = false
    },
  )
  const open = [...root.querySelectorAll('details[open]')].map((one) => one.textContent)
  expect(open).toEqual(['TermsTerms', 'NewNew'])
})

test('PAINT-05 PAINT-17 what was opened stays open where its words have changed, and another one was put before it', async () => {
  const part = (name: string, words = name) => `<details><summary>${name}</summary><p>${words}</p></details>`
  const root = await renewed(
    part('Care') + part('Terms'),
    part('New') + part('Care', 'Keep dry') + part('Terms'),
    (page) => {
      for (const one of page.querySelectorAll('details')) one.open = true
    },
  )
  const open = [...root.querySelectorAll('details')].map((one) => [one.textContent, one.open])
  expect(open).toEqual([
    ['NewNew', false],
    ['CareKeep dry', true],
    ['TermsTerms', true],
  ])
})

test('PAINT-05 what was pressed is not done on a page whose choice was replaced', async () => {
  const colours = (name: string) => `<label>${name}<input type="radio" name="colour"></label>`
  await import('@/inline/head')
  const root = document.createElement('div')
  root.id = 'root'
  document.body.replaceChildren(root)
  root.innerHTML = `<div>${colours('Red')}</div><button type="button">Add</button>`
  const [radio, button] = [root.querySelector('input'), root.querySelector('button')]
  radio?.click()
  button?.click()
  expect(button?.getAttribute('aria-busy')).toBe('true')
  radio?.closest('label')?.remove()
  let presses = 0
  button?.addEventListener('click', () => presses++)
  await window.catchUp?.()
  expect([presses, button?.getAttribute('aria-busy')]).toEqual([0, null])
})
