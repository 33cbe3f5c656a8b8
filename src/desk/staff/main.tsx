import { LocalAuthStore } from 'pocketbase'
import { createRoot } from 'react-dom/client'
import { RECORD_STORE_URL } from '@/api/client'
import { newClient } from '@/api/sdk'
import type { DeskRole } from '@/domain/desk/role'
import styles from '../desk.css?inline'
import { mountDesk } from '../main'
import { SignIn } from './sign-in'

/**
 * `/staff`: the desk for those who are no superusers, with a sign-in of its own. The session has a key of its own, so
 * that somebody's session as a shopper in the same browser stays as it is.
 */
const store = newClient(RECORD_STORE_URL || '/', new LocalAuthStore('desk_staff')).autoCancellation(false)

const ENDED = 'desk-session-ended'

/** Away with all that was read; what was typed is kept, and the place as well where the session just ended. */
function leave(): void {
  store.authStore.clear()
  location.reload()
}

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Light or dark as the system is, for as long as it stands. */
function followSystem(element: HTMLElement): void {
  const follow = () => {
    element.dataset.theme = dark.matches ? 'dark' : 'light'
  }
  dark.addEventListener('change', follow)
  follow()
}

function openDesk(place: HTMLElement): void {
  const { record } = store.authStore
  const element = document.createElement('main')
  element.id = 'desk'
  element.style.cssText = '--above: 0px; height: 100dvh; overflow: auto'
  followSystem(element)
  place.replaceWith(element)
  if (!/^#\/./.test(location.hash)) history.replaceState(null, '', '#/today')
  mountDesk(element, {
    store,
    role: record?.role as DeskRole,
    signedOut: () => {
      sessionStorage.setItem(ENDED, '1')
      leave()
    },
    person: {
      name: String(record?.name ?? ''),
      signOut: () => {
        history.replaceState(null, '', '/staff')
        leave()
      },
    },
  })
}

function signIn(place: HTMLElement): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  place.className = 'desk'
  place.style.minHeight = '100dvh'
  const ended = sessionStorage.getItem(ENDED) !== null
  sessionStorage.removeItem(ENDED)
  const root = createRoot(place)
  const onDone = () => {
    root.unmount()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    openDesk(place)
  }
  root.render(<SignIn store={store} ended={ended} onDone={onDone} />)
}

const place = document.getElementById('staff')
if (place) {
  followSystem(document.documentElement)
  const wantsPassword = location.hash.startsWith('#/password/')
  if (store.authStore.isValid && !wantsPassword) openDesk(place)
  else signIn(place)
}
// Another tab has signed out, or in as somebody else; a link of a mail was opened in this one.
addEventListener('storage', ({ key }) => key === 'desk_staff' && location.reload())
addEventListener('hashchange', () => location.hash.startsWith('#/password/') && location.reload())
