import { storedJson } from '@/lib/stored-json'

/** What may be typed into a page, but for searches. */
const FIELDS = 'main textarea, main input:not([type=search], [type=radio], [type=checkbox], [type=hidden])'

/** When the page was loaded afresh for missing code, ms (`page-boundary.tsx`, which does so once in a while only). */
const reloadedAt = storedJson('reloaded-for-code', 'tab')
const NOT_NOW = Number.MAX_SAFE_INTEGER

/**
 * Keeps a page from being loaded afresh for missing code while something is typed into it (DEPLOY-02). What was sent,
 * or left for another page, is lost no more. Returns the way to stop.
 */
export function keepTyped(): () => void {
  // An earlier document's: nothing is typed into this one yet.
  if (reloadedAt.read() === NOT_NOW) reloadedAt.forget()
  let typed = false
  const onInput = ({ target }: Event) => {
    if (typed || !(target instanceof Element) || !target.matches(FIELDS)) return
    typed = reloadedAt.write(NOT_NOW)
  }
  const onSubmit = () => {
    if (typed) reloadedAt.forget()
    typed = false
  }
  window.addEventListener('input', onInput)
  window.addEventListener('submit', onSubmit)
  return () => {
    window.removeEventListener('input', onInput)
    window.removeEventListener('submit', onSubmit)
    onSubmit()
  }
}
