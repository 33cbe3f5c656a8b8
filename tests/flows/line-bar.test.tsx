import { QueryClient, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { LineBar } from '../../src/app/line-bar'
import { Picture } from '../../src/ui/picture'
import { server } from './network'
import { Surroundings } from './surroundings'

const KEPT_AT = Date.parse('2026-11-20T05:30:00Z')

/** The page of `/shop` as the worker has it. */
function keptPage(lang: string, data: unknown): string {
  const state = JSON.stringify({ queries: [{ queryKey: ['shelf'], state: { data } }] })
  return `<html lang="${lang}" data-kept="${KEPT_AT}"><script type="application/json" id="query-state">${state}</script>`
}

let lost = true
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.documentElement.lang = ''
})

function Part({ of, asks }: { of: string; asks: () => string }) {
  const { data, isError } = useQuery({ queryKey: [of], queryFn: asks, retry: false })
  return <p>{isError && data === undefined ? `No ${of}` : data}</p>
}

/** A page one part of which failed, as it is where its records were last needed long ago. */
async function openWithout(kept: string): Promise<void> {
  lost = true
  server.use(http.head('*/api/health', () => (lost ? HttpResponse.error() : new HttpResponse())))
  vi.stubGlobal('caches', {
    match: async (href: string) => (href === window.location.href ? new Response(kept) : undefined),
  })
  document.documentElement.lang = 'en-IN'
  const shelf = () => {
    if (lost) throw new TypeError('Failed to fetch')
    return 'Soap today'
  }
  render(
    <Surroundings client={new QueryClient()}>
      <LineBar slim={false} />
      <Part of="shelf" asks={shelf} />
      <Part of="offer" asks={() => 'Ten off'} />
    </Surroundings>,
  )
  expect(await screen.findByText(/^No line\./)).toBeVisible()
}

test('OFF-01 OFF-03 what a page lacks without a line comes from the page that was kept, and nothing else', async () => {
  await openWithout(keptPage('en-IN', 'Soap of then'))
  expect(await screen.findByText('Soap of then')).toBeVisible()
  expect(screen.getByText('Ten off')).toBeVisible()
  expect(screen.getByText(/You see what was here at 11:00 am\./)).toBeVisible()
  lost = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Soap today')).toBeVisible()
})

test('OFF-01 LANG-02 words of another language stay in the page that was kept', async () => {
  await openWithout(keptPage('hi-IN', 'साबुन'))
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(screen.getByText('No shelf')).toBeVisible()
  expect(screen.queryByText('साबुन')).toBeNull()
  lost = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Soap today')).toBeVisible()
})

test('ROUTE-26 what found no line before the bar came is told, and mended', async () => {
  lost = true
  server.use(http.head('*/api/health', () => (lost ? HttpResponse.error() : new HttpResponse())))
  const client = new QueryClient()
  const asks = () => (lost ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('Soap today'))
  const shelf = new QueryObserver(client, { queryKey: ['shelf'], queryFn: asks, retry: false })
  shelf.subscribe(() => undefined)
  await vi.waitFor(() => expect(shelf.getCurrentResult().isError).toBe(true))
  render(
    <Surroundings client={client}>
      <LineBar slim={false} />
    </Surroundings>,
  )
  expect(await screen.findByText('No line.')).toBeVisible()
  lost = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The line is back. Prices checked.')).toBeVisible()
  expect(shelf.getCurrentResult().data).toBe('Soap today')
})

test('ROUTE-26 IMG-02 a picture that did not come is asked for again once the line is back', async () => {
  lost = true
  server.use(http.head('*/api/health', () => (lost ? HttpResponse.error() : new HttpResponse())))
  render(
    <Surroundings client={new QueryClient()}>
      <LineBar slim={false} />
      <Picture source={{ src: '/soap.jpg' }} alt="Soap" priority />
    </Surroundings>,
  )
  fireEvent.error(screen.getByRole('img', { name: 'Soap' }))
  expect(screen.getByRole('img', { name: 'Soap: Failed to load image' })).toBeVisible()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('No line.')).toBeVisible()
  lost = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('img', { name: 'Soap' })).toHaveAttribute('src', '/soap.jpg')
})

test('ROUTE-26 an answer that came as the device was cut off is not the last word', async () => {
  lost = false
  server.use(http.head('*/api/health', () => (lost ? HttpResponse.error() : new HttpResponse())))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const device = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <Surroundings client={new QueryClient()}>
      <LineBar slim={false} />
    </Surroundings>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText('No line.')).toBeNull()
  lost = true
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(await screen.findByText('No line.')).toBeVisible()
  device.mockRestore()
  lost = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The line is back. Prices checked.')).toBeVisible()
  vi.useRealTimers()
})
