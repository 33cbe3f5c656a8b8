import { expect, test } from 'vitest'
import { keepTyped } from '../../src/app/keep-typed'

const mark = () => Number(sessionStorage.getItem('reloaded-for-code'))

test('DEPLOY-02 what was typed into an earlier document does not keep this one from being loaded afresh', () => {
  document.body.innerHTML = '<main><textarea></textarea></main>'
  const stop = keepTyped()
  document.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true }))
  expect(mark()).toBeGreaterThan(Date.now())
  // A reload leaves the mark behind.
  const stopAfterReload = keepTyped()
  expect(mark()).toBe(0)
  stopAfterReload()
  stop()

  // When the page was loaded afresh is kept, or it would go round.
  sessionStorage.setItem('reloaded-for-code', '1700000000000')
  keepTyped()()
  expect(mark()).toBe(1_700_000_000_000)
})
