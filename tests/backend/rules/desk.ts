import { isDeepStrictEqual } from 'node:util'
import { registeredRoutes } from '../../attack/routes'
import { type Answer, ASKING, type Asking, inParallel, isHelper, STAFF, send, type World } from './world'

/** Routes: each of the maker's desk for the roles it is for, and those of the shop for no helper as such. */

type Role = 'packer' | 'editor'
const [PACKER, EDITOR, BOTH, OWNER]: Role[][] = [['packer'], ['editor'], ['packer', 'editor'], []]

/** Who may, besides owners. A route without an entry fails. */
const LET_IN: Record<string, Role[] | undefined> = {
  'GET bills/{id}': OWNER,
  'GET csv/{list}': EDITOR,
  'POST csv/rows': EDITOR,
  'POST csv/undo': EDITOR,
  'GET figures': OWNER,
  'GET figures/papers': OWNER,
  'GET log': OWNER,
  'GET look': EDITOR,
  'POST look': EDITOR,
  'GET messages': EDITOR,
  'POST messages/{id}': EDITOR,
  'GET order-products': OWNER,
  'GET orders': OWNER,
  'POST orders': OWNER,
  'GET orders/{id}': OWNER,
  'POST orders/{id}/act': OWNER,
  'POST orders/{id}/address': OWNER,
  'POST orders/{id}/bill-mail': OWNER,
  'POST orders/{id}/mail': OWNER,
  'POST orders/{id}/note': OWNER,
  'GET orders/{id}/refund': OWNER,
  'POST orders/{id}/refund': OWNER,
  'POST orders/{id}/stop': OWNER,
  'POST orders/{id}/paid-back': OWNER,
  'GET parcels': PACKER,
  'POST parcels/again': PACKER,
  'POST parcels/arrive': PACKER,
  'POST parcels/book': PACKER,
  'POST parcels/labels': PACKER,
  'GET parcels/rates': PACKER,
  'POST parcels/pack': PACKER,
  'POST parcels/print': PACKER,
  'POST parcels/return': OWNER,
  'POST parcels/ship': PACKER,
  'POST parcels/unpack': PACKER,
  'GET price-plans': EDITOR,
  'POST price-plans': EDITOR,
  'POST price-plans/look': EDITOR,
  'POST price-plans/{id}/delete': EDITOR,
  'POST price-plans/{id}/end': EDITOR,
  'GET pins': OWNER,
  'POST pins': OWNER,
  'GET preview': EDITOR,
  'POST preview/link': EDITOR,
  'POST preview/publish': EDITOR,
  'GET products': BOTH,
  'POST products': EDITOR,
  'POST products/discard': EDITOR,
  'POST products/photograph': EDITOR,
  'GET promotions': EDITOR,
  'POST promotions': EDITOR,
  'GET promotions/{id}/codes': EDITOR,
  'POST promotions/{id}/codes': EDITOR,
  'POST promotions/{id}/delete': EDITOR,
  'POST promotions/{id}/end': EDITOR,
  'GET comments': EDITOR,
  'POST comments/{id}/delete': EDITOR,
  'GET reviews': EDITOR,
  'POST reviews/{id}': EDITOR,
  'GET delivery': OWNER,
  'POST delivery': OWNER,
  'POST delivery/rules': OWNER,
  'POST delivery/rules/{id}/delete': OWNER,
  'GET setup': OWNER,
  'POST setup': OWNER,
  'GET staff': OWNER,
  'POST staff': OWNER,
  'POST staff/{id}': OWNER,
  'POST staff/{id}/invite': OWNER,
  'POST stock': BOTH,
  'POST stock/undo': BOTH,
  'POST templates': EDITOR,
  'GET today': BOTH,
}

const DESK = '/api/store/desk/'
const NOTHING = '"The requested resource wasn\'t found."'

function expected(person: Asking, route: string): string {
  if (person === 'superuser' || person === 'staff owner') return 'let in'
  if (person !== 'packer' && person !== 'editor') return 'nobody'
  return LET_IN[route]?.includes(person) ? 'let in' : 'refused'
}

async function asked(world: World, person: Asking, route: string, id = 'none00000000001'): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ')
  const to = path.replace('{list}', 'products').replace(/\{\w+\}/, id)
  return send(world.store.url, world.tokens[person], method, to, method === 'POST' ? {} : undefined)
}

const cases = async () =>
  (await registeredRoutes())
    .filter((route) => route.includes(` ${DESK}`))
    .flatMap((route) => ASKING.map((person) => ({ route, person })))

/** What each person is told by each route of the desk, where it is not what the table says. */
export async function deskMismatches(world: World): Promise<{ wrong: string[]; tried: number }> {
  const all = await cases()
  const short = (route: string) => route.replace(DESK, '')
  const known = new Set(all.map(({ route }) => short(route)))
  const stray = [...Object.keys(LET_IN).filter((route) => !known.has(route))].map((route) => `there is no ${route}`)
  const wrong = await inParallel(all, async ({ route, person }) => {
    const name = short(route)
    if (!LET_IN[name]) return [`the table says nothing of ${name}`]
    const { status, text } = await asked(world, person, route)
    const found = text.includes(NOTHING) ? 'nobody' : status === 403 ? 'refused' : status < 500 ? 'let in' : text
    return found === expected(person, name) ? [] : [`${name}: ${person} is ${found}, not ${expected(person, name)}`]
  })
  return { wrong: [...stray, ...new Set(wrong)], tried: all.length }
}

/** The shop's own routes answer a helper as they answer a guest. */
export async function helperMismatches(world: World): Promise<{ wrong: string[]; tried: number }> {
  const routes = (await registeredRoutes()).filter((route) => / \/api\/store\/(?!desk\/)/.test(route))
  const all = routes.flatMap((route) => ASKING.filter(isHelper).map((person) => ({ route, person })))
  const wrong = await inParallel(all, async ({ route, person }) => {
    // Of the shopper whose id the packer has.
    const { id } = world.rowOf('orders', 'owner')
    const [guest, helper] = [await asked(world, 'guest', route, id), await asked(world, person, route, id)]
    return guest.status === helper.status && isDeepStrictEqual(guest.json, helper.json)
      ? []
      : [`${route}: ${person} is told ${helper.status} ${helper.text}, a guest ${guest.status} ${guest.text}`]
  })
  return { wrong, tried: all.length }
}

/** What PocketBase offers to accounts: a helper signs in and asks for a password, and no more. */
export async function accountRouteMismatches(world: World): Promise<string[]> {
  const path = '/api/collections/staff'
  const refused: [method: string, path: string, body?: unknown][] = [
    ['POST', `${path}/auth-refresh`],
    ['POST', `${path}/request-email-change`, { newEmail: 'mine@example.com' }],
    ['POST', `${path}/auth-with-oauth2`, { provider: 'google', code: 'x', redirectURL: 'https://x.example' }],
    ['POST', `${path}/request-otp`, { email: 'x@example.com' }],
    ['POST', `${path}/impersonate/${world.ids.other}`, {}],
    ['GET', `${path}/records/${world.ids.owner}`],
    ['PATCH', `${path}/records/${world.ids.owner}`, { role: 'owner' }],
    ['POST', `${path}/records`, { email: 'x@example.com', role: 'owner', name: 'X' }],
    ['DELETE', `${path}/records/${world.ids.owner}`],
    ['POST', '/api/collections/users/auth-refresh'],
    ['POST', '/api/collections/users/request-email-change', { newEmail: 'mine@example.com' }],
  ]
  return inParallel(STAFF, async (person) => {
    const wrong: string[] = []
    for (const [method, to, body] of refused) {
      const { status } = await send(world.store.url, world.tokens[person], method, to, body)
      if (status !== 403 && status !== 401) wrong.push(`${person}: ${method} ${to}: ${status}`)
    }
    return wrong
  })
}
