import Ellipsis from '@lucide/icons/icons/ellipsis'
import LogOut from '@lucide/icons/icons/log-out'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { grouped } from '@/domain/desk/list-words'
import type { TodayAnswer } from '@/domain/desk/today'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { LotusMark } from '@/ui/lotus-mark'
import { ImportState } from './import/import-state'
import { Keys } from './keys'
import { useLiveLists } from './live-lists'
import { PAGES, SCREEN_VIEWS } from './pages'
import { Boundary } from './parts/boundary'
import { keepFocus } from './parts/focus'
import { LoadingRows } from './parts/states'
import type { Screen, ScreenPath } from './screens'
import { useAsk, useHost, useScreens } from './session'

/** How many of the screens stand at the phone's foot; the rest is under More. */
const AT_FOOT = 4

function Mark({ of: path }: { of: ScreenPath }) {
  const [icon] = SCREEN_VIEWS[path]
  return <Icon of={icon} size={18} className="-mt-0.5" />
}

/** How many wait behind a screen's name, by its path. */
function useWaiting(): { shop: string; waiting: { readonly [path in ScreenPath]?: number } } {
  const ask = useAsk()
  const { data } = useQuery({ queryKey: ['today'], queryFn: () => ask<TodayAnswer>('today') })
  if (!data) return { shop: 'The shop', waiting: {} }
  const { shop, to_pack, to_look, low, letters } = data
  return {
    shop,
    waiting: {
      '/packing': to_pack,
      '/shop-orders': to_look,
      '/stock-take': low,
      '/messages': letters ? letters.open + letters.waiting : 0,
    },
  }
}

function Side({ at, screens }: { at: string; screens: readonly Screen[] }) {
  const { shop, waiting } = useWaiting()
  const { person } = useHost()
  return (
    <nav
      aria-label="The shop"
      className="sticky top-0 flex h-dvh max-h-[calc(100dvh-var(--above))] w-52 flex-none flex-col self-start overflow-auto border-r px-3 py-4 max-md:hidden"
    >
      <p className="flex items-center gap-2 whitespace-nowrap px-2.5 pb-3.5 font-display text-[18px]">
        <LotusMark className="size-6 flex-none text-primary-ink" />
        <span className="truncate">{shop}</span>
      </p>
      {screens.map((screen) => (
        <a
          key={screen.path}
          href={`#${screen.path}`}
          aria-current={isAt(screen, at) ? 'page' : undefined}
          className={classNames(
            'flex min-h-9 items-center gap-2.5 rounded px-2.5 pt-0.5 text-ink-2 hover:bg-wash hover:text-ink aria-[current]:bg-pick aria-[current]:font-medium aria-[current]:text-ink',
            screen.begins && 'mt-2 border-t',
          )}
        >
          <Mark of={screen.path} />
          {screen.name}
          {(waiting[screen.path] ?? 0) > 0 && (
            <span className="ml-auto font-normal text-[13px] text-ink-3">{grouped(waiting[screen.path] ?? 0)}</span>
          )}
        </a>
      ))}
      <p className="meta mt-auto px-2.5 pt-2.5">
        <a className="link" href="/" target="_blank" rel="noreferrer">
          See the shop
        </a>
      </p>
      {person && (
        <p className="meta px-2.5 wrap-anywhere">
          {person.name}
          <br />
          <button type="button" className="link min-h-6" onClick={person.signOut}>
            Sign out
          </button>
        </p>
      )}
    </nav>
  )
}

/** What has no place at a phone's foot, and the way out. */
function More({ screens }: { screens: readonly Screen[] }) {
  const { person } = useHost()
  return (
    <div className="max-h-[calc(100dvh-7rem)] overflow-auto border-b px-5 pt-1">
      {screens.map(({ path, name }) => (
        <a key={path} href={`#${path}`} className="flex min-h-14 items-center gap-3.5 border-b pt-0.5 last:border-0">
          <Mark of={path} />
          {name}
        </a>
      ))}
      {person && (
        <button type="button" className="flex min-h-14 w-full items-center gap-3.5 pt-0.5" onClick={person.signOut}>
          <Icon of={LogOut} size={18} className="-mt-0.5" />
          <span className="min-w-0 truncate">{`Sign out, ${person.name}`}</span>
        </button>
      )}
    </div>
  )
}

/** Five at the foot of a phone; the last opens the rest. */
function Foot({ at, screens }: { at: string; screens: readonly Screen[] }) {
  const { person } = useHost()
  const [more, setMore] = useState(false)
  const shown = screens.slice(0, AT_FOOT)
  const rest = screens.slice(AT_FOOT)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the screen changes
  useEffect(() => setMore(false), [at])
  const tab =
    'relative flex h-15 flex-1 flex-col items-center justify-center gap-0.5 text-[13px] text-ink-2 aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-[inset_0_2px_0_var(--primary)]'
  return (
    <nav
      aria-label="The shop"
      className="fixed inset-x-0 bottom-0 z-header border-t bg-page pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {more && <More screens={rest} />}
      <div className="flex">
        {shown.map((screen) => (
          <a
            key={screen.path}
            href={`#${screen.path}`}
            aria-current={isAt(screen, at) ? 'page' : undefined}
            className={tab}
          >
            <Mark of={screen.path} />
            {screen.short ?? screen.name}
          </a>
        ))}
        {(rest.length > 0 || person) && (
          <button
            type="button"
            aria-expanded={more}
            aria-current={rest.some((screen) => isAt(screen, at)) || undefined}
            onClick={() => setMore(!more)}
            className={tab}
          >
            <Icon of={Ellipsis} size={18} />
            More
          </button>
        )}
      </div>
    </nav>
  )
}

const isAt = ({ path }: Screen, at: string) => at === path || at.startsWith(`${path}/`)

/**
 * The page around is the `main`. What scrolls is the element the desk stands in: a new screen begins at its top, and
 * the focus in it.
 */
function Content({ at, children }: { at: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(at)
  useEffect(() => {
    const root = ref.current?.getRootNode()
    return root instanceof ShadowRoot ? keepFocus(root) : undefined
  }, [])
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    const root = ref.current?.getRootNode()
    if (root instanceof ShadowRoot) root.host.scrollTo(0, 0)
    ref.current?.focus({ preventScroll: true })
  }, [at])
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-content
      className="min-w-0 flex-1 px-(--pad) pt-6 pb-12 outline-none max-md:pt-4.5 max-md:pb-26"
    >
      {children}
    </div>
  )
}

/** Side, content and, on phones, the tabs at the foot. */
export function Frame() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const screens = useScreens()
  useLiveLists()
  const { person } = useHost()
  // The admin screens' own pages hide the desk without telling it.
  if (!screens.some((screen) => isAt(screen, pathname))) return person ? <Navigate to="/today" replace /> : null
  return (
    <div className="flex min-h-[inherit]">
      <Keys screens={screens} onGo={(path) => navigate(path)} />
      <Side at={pathname} screens={screens} />
      <Content at={pathname}>
        {screens.some(({ path }) => path === '/import') && <ImportState at={pathname} />}
        <Boundary key={pathname}>
          <Suspense fallback={<LoadingRows />}>
            <Routes>
              {PAGES.map(([path, Page]) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </Suspense>
        </Boundary>
      </Content>
      <Foot at={pathname} screens={screens} />
    </div>
  )
}
