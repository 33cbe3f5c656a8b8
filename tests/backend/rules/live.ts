import { setTimeout as wait } from 'node:timers/promises'
import { PAGES_TOPIC } from '../../../src/domain/site/changes'
import { access, makeRecord, refsFor, toBody } from './actions'
import { isOpenWay } from './reading'
import { ASKING, type Asking, type PlantedRow, seesRow, send, type World } from './world'

/**
 * Realtime: superusers subscribe to everything, everybody else to the topics of open pages, and is refused the rest.
 * Then records are made, changed and deleted.
 */

interface Listener {
  clientId: string
  /** `orders/* update 012345678901234`, as they came. */
  heard: Set<string>
  close(): void
}

async function listen(world: World, person: Asking): Promise<Listener> {
  const stop = new AbortController()
  const response = await fetch(`${world.store.url}/api/realtime`, { signal: stop.signal })
  const listener: Listener = { clientId: '', heard: new Set(), close: () => stop.abort() }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) take(message)
    }
  }
  const take = (message: string) => {
    const topic = /^event:(.*)$/m.exec(message)?.[1]?.split('?')[0] ?? ''
    const data = /^data:(.*)$/m.exec(message)?.[1] ?? '{}'
    const json = JSON.parse(data)
    if (topic === 'PB_CONNECT') listener.clientId = json.clientId
    else {
      // Those of open pages are about no record.
      if (json.record) listener.heard.add(`${topic} ${json.action} ${json.record.id}`)
      world.search(person, `event of ${topic}`, data, json)
    }
  }
  // Ended by `close`, as an error.
  read().catch(() => undefined)
  await until(() => listener.clientId !== '')
  return listener
}

async function until(holds: () => boolean): Promise<boolean> {
  const end = Date.now() + 20_000
  while (!holds() && Date.now() < end) await wait(10)
  return holds()
}

const subscribe = (world: World, person: Asking, clientId: string, subscriptions: string[]) =>
  world.ask(person, 'POST', '/api/realtime', { clientId, subscriptions })

const withOptions = (topic: string, query: Record<string, string>) =>
  `${topic}?options=${encodeURIComponent(JSON.stringify({ query }))}`

function topics(world: World): string[] {
  return world.schema.collections.flatMap(({ name }) => {
    const expand = world.schema
      .paths(name, 2)
      .map(({ path }) => path)
      .filter(isOpenWay)
      .slice(0, 25)
      .join(',')
    const row = world.rows.find((one) => one.collection === name && one.holder === 'owner' && one.isPublished)
    return [
      `${name}/*`,
      ...(row
        ? [`${name}/${row.id}`, withOptions(`${name}/${row.id}`, { expand, fields: '*,expand.*,expand.*.expand.*' })]
        : []),
    ]
  })
}

/** Refused to everybody but superusers: each topic alone, so that none hides behind another. */
async function openTopics(world: World, person: Asking, clientId: string) {
  const wrong: string[] = []
  for (const topic of topics(world)) {
    const { status } = await subscribe(world, person, clientId, [topic])
    if (status !== 400) wrong.push(`${person} may follow ${topic}: ${status}`)
  }
  return wrong
}

interface Happening {
  row: PlantedRow
  action: 'create' | 'update' | 'delete'
}

/** Makes, changes and deletes what may be, as the owner or a superuser does, and says what happened. */
async function stir(world: World): Promise<Happening[]> {
  const happened: Happening[] = []
  const { paidOrder } = await refsFor(world, '')
  const refs = { ...(await refsFor(world, world.ids.owner)), order: world.rowOf('orders', 'owner').id, paidOrder }
  for (const { name } of world.schema.collections) {
    const path = `/api/collections/${name}/records`
    const { create, update, delete: remove, change } = access(name)
    const planted = world.rows.find((row) => row.collection === name && row.holder === 'owner' && row.isPublished)
    if (planted && update !== 'never' && name !== 'store_settings') {
      const { status } = await world.ask('superuser', 'PATCH', `${path}/${planted.id}`, await toBody(change))
      if (status === 200) happened.push({ row: planted, action: 'update' })
    }
    if (create === 'never') continue
    // A person has one cart and one wishlist, and each account is its own.
    const isOwners = !['carts', 'users', 'wishlists'].includes(name)
    const body = await access(name).body(isOwners ? refs : { ...refs, user: (await world.newShopper()).id })
    const made = await world.ask('superuser', 'POST', path, await toBody(body))
    if (made.status !== 200) continue
    const isPublished = body.is_active !== false
    const row: PlantedRow = {
      ...{ collection: name, id: made.json.id, isPublished, values: {}, marked: new Set() },
      holder: isOwners ? 'owner' : 'quiet',
    }
    happened.push({ row, action: 'create' })
    if (remove === 'never') continue
    const { status } = await world.ask('superuser', 'DELETE', `${path}/${row.id}`)
    if (status === 204) happened.push({ row, action: 'delete' })
  }
  return happened
}

/** What a person should hear of what happened, by the topics they follow. */
function eventsFor(person: Asking, happened: Happening[]): Set<string> {
  const expected = new Set<string>()
  const isSuperuser = person === 'superuser'
  for (const { row, action } of isSuperuser ? happened : []) {
    if (seesRow(person, row, 'list')) expected.add(`${row.collection}/* ${action} ${row.id}`)
    if (seesRow(person, row, 'view') && action === 'update')
      expected.add(`${row.collection}/${row.id} update ${row.id}`)
  }
  return expected
}

/** Differences between what each person should hear and what arrives, and whatever arrives that is not theirs. */
export async function liveMismatches(world: World): Promise<{ wrong: string[]; events: number }> {
  const listeners = new Map<Asking, Listener>()
  const wrong: string[] = []
  for (const person of ASKING) {
    const listener = await listen(world, person)
    listeners.set(person, listener)
    const own = person === 'superuser' ? topics(world) : ['@oauth2', PAGES_TOPIC]
    if (person !== 'superuser') wrong.push(...(await openTopics(world, person, listener.clientId)))
    const { status, text } = await subscribe(world, person, listener.clientId, own)
    if (status !== 204) wrong.push(`${person} cannot subscribe: ${text}`)
  }
  const happened = await stir(world)
  const last = await makeRecord(world, 'pages', '')
  let events = 0
  // The superuser's come last, and tell that everybody's have been sent.
  await until(() => listeners.get('superuser')?.heard.has(`pages/* create ${last}`) ?? false)
  for (const [person, { heard, close }] of listeners) {
    const expected = eventsFor(person, happened)
    if (person === 'superuser') expected.add(`pages/* create ${last}`)
    await until(() => [...expected].every((event) => heard.has(event)))
    wrong.push(...[...expected].filter((event) => !heard.has(event)).map((event) => `${person} does not hear ${event}`))
    // What follows of itself (a refund moves its order) is for superusers.
    const extra = person === 'superuser' ? [] : [...heard].filter((event) => !expected.has(event))
    wrong.push(...extra.map((event) => `${person} hears ${event}`))
    events += heard.size
    close()
  }
  return { wrong: [...wrong, ...world.takeLeaks()], events }
}

/**
 * Subscriptions that would tell more than their events: filters, however they are written, and other people's
 * connections.
 */
export async function subscriptionMismatches(world: World): Promise<string[]> {
  const wrong: string[] = []
  const listener = await listen(world, 'owner')
  const { clientId } = listener
  const expect = async (person: Asking, what: string, subscription: string, status: number) => {
    const answer = await subscribe(world, person, clientId, [subscription])
    if (answer.status !== status) wrong.push(`${person}: ${what}: ${answer.status}, not ${status}`)
  }
  const order = `orders/${world.rowOf('orders', 'owner').id}`
  const raw = (options: string) => `${order}?options=${encodeURIComponent(options)}`
  const filter = 'user.addresses_via_user.phone !~ "9"'
  await expect('owner', 'pages', PAGES_TOPIC, 204)
  const refused = {
    fields: withOptions(order, { fields: 'id' }),
    'options of an open topic': withOptions(PAGES_TOPIC, { fields: 'id' }),
    'a filter': withOptions(order, { filter }),
    'a filter said twice': raw(`{"query":${JSON.stringify({ filter })},"query":{"fields":"id"}}`),
    'a filter in capitals': raw(JSON.stringify({ QUERY: { filter } })),
    'an escaped filter': raw(`{"query":{"\\u0066ilter":"id != ''"}}`),
    'a spaced filter': raw(`{ "query": ${JSON.stringify({ filter })} }`),
    'a second option': `${order}?x=1&options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`,
    'options twice': `${raw('{"query":{}}')}&options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`,
    'an expansion': withOptions(order, { expand: 'user' }),
    'an escaped name': `${order}?%6fptions=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`,
  }
  for (const [what, subscription] of Object.entries(refused)) await expect('owner', what, subscription, 400)
  // The connection is the owner's by now.
  for (const person of ['guest', 'other', 'superuser'] as const)
    await expect(person, 'another’s connection', 'orders/*', 403)
  listener.close()
  const unknown = await send(world.store.url, '', 'POST', '/api/realtime', {
    clientId: 'x'.repeat(40),
    subscriptions: [],
  })
  if (unknown.status !== 404) wrong.push(`an unknown connection: ${unknown.status}`)
  return wrong
}
