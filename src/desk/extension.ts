import type PocketBase from 'pocketbase'
import type { DeskHost } from './main'
import { SCREENS } from './screens'

/**
 * Everything of PocketBase's admin screens (0.40.4) the desk touches, in this one file: they are experimental and
 * undocumented (ui/src/router.js, ui/src/store.js, apis/extensions.go). Built to `dist/desk/main.js`, which PocketBase
 * wraps into a function; the desk itself is fetched when one of its screens opens. `e2e/admin/desk.spec.ts` uses each.
 */
interface AdminScreens {
  pb: PocketBase
  store: {
    headerLinks: { href: string; icon: string; label: string; isActive?: () => boolean }[]
    /** `light` or `dark`. */
    readonly activeColorScheme: string
  }
  routes: {
    fallbackPath: string
    superuserOnly(path: string, page: () => HTMLElement | Promise<HTMLElement>): void
  }
}
declare const app: AdminScreens
/** PocketBase's own: runs `what` now and whenever something it read changes. */
declare function watch(what: () => void): void

/** Written in by the build. */
declare const DESK_ENTRY: string

const PATHS = SCREENS.map(({ path }) => `#${path}`)
const isDesk = () => PATHS.some((path) => location.hash.split('?')[0]?.startsWith(path))

let host: HTMLElement | undefined

/** One element for all screens: the desk moves from one to the next by itself, and keeps what was typed. */
async function desk(): Promise<HTMLElement> {
  if (!host) {
    const element = document.createElement('div')
    element.id = 'desk'
    element.style.cssText = 'flex:1;min-height:0;padding:0;overflow:auto;border-radius:14px 14px 0 0'
    const { mountDesk }: typeof import('./main') = await import(DESK_ENTRY)
    const options: DeskHost = { store: app.pb, signedOut: () => app.pb.authStore.clear() }
    mountDesk(element, options)
    watch(() => {
      element.dataset.theme = app.store.activeColorScheme
    })
    host = element
  }
  return host
}

app.store.headerLinks.unshift({ href: '#/today', icon: 'ri-store-2-line', label: 'Shop', isActive: isDesk })
for (const path of PATHS) app.routes.superuserOnly(path, desk)
app.routes.superuserOnly('#/shop-orders/{id}', desk)
app.routes.fallbackPath = '#/today'
