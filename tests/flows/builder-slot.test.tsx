import { Builder, type BuilderElement } from '@builder.io/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { registerBlocks } from '../../src/features/builder/blocks'
import { BuilderSlot } from '../../src/features/builder/builder-slot'
import { FormBlock } from '../../src/features/builder/form-block'
import { expectConsoleError } from './console-guard'
import { server } from './network'
import { Surroundings } from './surroundings'

beforeEach(() => vi.stubEnv('VITE_BUILDER_API_KEY', 'key'))
afterEach(() => vi.unstubAllEnvs())

const block = (text: string) =>
  ({
    '@type': '@builder.io/sdk:Element',
    id: 'builder-Text',
    component: { name: 'Text', options: { text } },
  }) as BuilderElement

/** Publishes these blocks for the hero; answers with how often they were asked for. */
function publish(blocks: BuilderElement[]): { asked: URL[] } {
  const asked: URL[] = []
  server.use(
    http.get('https://cdn.builder.io/api/v3/content/home-hero', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ results: [{ id: 'entry', data: { blocks } }] })
    }),
  )
  return { asked }
}

function open(client = createQueryClient()) {
  return render(
    <Surroundings at="/here/" client={client}>
      <BuilderSlot model="home-hero" fallback={<p>Built in</p>} />
    </Surroundings>,
  )
}

test('HOME-03 BUILD-01 the built-in content stands at once, published content takes its place and is kept for the visit', async () => {
  const { asked } = publish([block('<p>Published</p>')])
  const client = createQueryClient()
  const first = open(client)
  expect(screen.getByText('Built in')).toBeVisible()
  expect(await screen.findByText('Published')).toBeVisible()
  expect(screen.queryByText('Built in')).toBeNull()
  expect(asked[0]?.searchParams.get('cachebust')).toBe('true')
  expect(JSON.parse(asked[0]?.searchParams.get('userAttributes') ?? '').urlPath).toBe('/here')

  first.unmount()
  open(client)
  expect(screen.getByText('Published')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('HOME-03 BUILD-01 the built-in content stands when what was published cannot be drawn', async () => {
  // The SDK catches what a block throws, and stumbles itself over a block that is none.
  expectConsoleError(/TypeError/)
  const { asked } = publish([null as unknown as BuilderElement])
  open()
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(await screen.findByText('Built in')).toBeVisible()
})

test('BUILD-01 content is asked for when its box comes near, no sooner', async () => {
  let come: (entries: { isIntersecting: boolean }[]) => void = () => undefined
  class Observer {
    constructor(told: typeof come) {
      come = told
    }
    observe() {}
    disconnect() {}
  }
  Object.assign(window, { IntersectionObserver: Observer })
  const { asked } = publish([block('<p>Published</p>')])
  const client = createQueryClient()
  open(client)
  expect(client.getQueryState(['builder', 'home-hero', '/here'])?.fetchStatus).toBe('idle')
  expect(asked).toEqual([])
  act(() => come([{ isIntersecting: true }]))
  expect(await screen.findByText('Published')).toBeVisible()
  Reflect.deleteProperty(window, 'IntersectionObserver')
})

test('BUILD-02 the builder is told the address and the device, by which entries are targeted', async () => {
  const { asked } = publish([block('<p>Published</p>')])
  open()
  expect(await screen.findByText('Published')).toBeVisible()
  const told = JSON.parse(asked[0]?.searchParams.get('userAttributes') ?? '')
  expect(told).toMatchObject({ urlPath: '/here', device: 'desktop' })
})

test('BUILD-01 after a failure the next visit of the page asks again', async () => {
  let answers = 0
  server.use(
    http.get('https://cdn.builder.io/api/v3/content/home-hero', () => {
      answers += 1
      return HttpResponse.error()
    }),
  )
  const client = createQueryClient()
  const first = open(client)
  await waitFor(() => expect(client.getQueryState(['builder', 'home-hero', '/here'])?.status).toBe('error'))
  expect(answers).toBe(1)
  expect(screen.getByText('Built in')).toBeVisible()
  first.unmount()
  publish([block('<p>Published after all</p>')])
  open(client)
  expect(await screen.findByText('Published after all')).toBeVisible()
})

test('BUILD-01 BUILD-03 the editor is offered the shop’s pieces, and the form with the SDK’s own settings', () => {
  registerBlocks()
  const find = (name: string) => Builder.components.filter((component) => component.name === name)
  for (const name of ['Product grid', 'Product card', 'Offer banner']) expect(find(name)).toHaveLength(1)
  const [form, ...others] = find('Form:Form')
  expect(others).toEqual([])
  expect(form?.class).toBe(FormBlock)
  const settings = form?.inputs?.map(({ name }) => name)
  expect(settings).toEqual(
    expect.arrayContaining(['name', 'action', 'method', 'contentType', 'successUrl', 'errorMessagePath', 'validate']),
  )
})
