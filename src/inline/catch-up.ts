/**
 * What is typed, chosen, ticked or pressed on a rendered page before its code is here is done once more when the page
 * is alive (main.tsx calls `catchUp`), which had not heard of it. It listens from the page's head on: on a slow line
 * the first buttons are drawn long before the page's end is here. What was pressed looks busy until then (PAINT-14).
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const entered = new Map<Field, string | boolean>()
/** A button is pressed once: whoever waits presses again. */
const pressed = new Set<HTMLElement>()

function enter({ target }: Event): void {
  const field = target as Field
  if (!field.matches?.('#root :is(input, textarea, select)')) return
  // The last comes last: of two radios it is the one that counts.
  entered.delete(field)
  entered.set(field, /^(checkbox|radio)$/.test(field.type) ? (field as HTMLInputElement).checked : field.value)
}

function press(event: Event): void {
  const button = (event.target as Element).closest?.<HTMLElement>('#root button')
  if (!button) return
  event.preventDefault()
  if (button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  pressed.add(button)
}

document.addEventListener('input', enter, true)
document.addEventListener('click', press, true)

/**
 * React hears of a text only when it is not the one it saw last, and sees through the `value` it puts over the
 * field's own: told there, on another field, that it was a different text, it takes this one for news.
 */
function forget(field: Field, value: string): void {
  const seen = Object.getOwnPropertyDescriptor(field, 'value')
  seen?.set?.call(document.createElement(field.localName), `${value} `)
}

window.catchUp = async () => {
  document.removeEventListener('input', enter, true)
  document.removeEventListener('click', press, true)
  for (const [field, value] of entered) {
    if (!field.isConnected) {
      // Another page is here: what was pressed may have been meant with what was chosen.
      for (const button of pressed) button.removeAttribute('aria-busy')
      pressed.clear()
      continue
    }
    // React brings to life what an event falls on, and with that may set it to what the page came with: nobody
    // listens to this one.
    field.dispatchEvent(new Event('touchcancel', { bubbles: true }))
    if (typeof value === 'boolean') {
      ;(field as HTMLInputElement).checked = !value
      field.click()
    } else {
      // Set only if it has to be: whoever is typing keeps their place in it.
      if (field.value !== value) field.value = value
      forget(field, value)
      field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }))
    }
    // What one changed is drawn before the next acts on it: colour and quantity before they go into the cart.
    await null
  }
  for (const button of pressed) {
    // Before React says what is busy.
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
    await null
  }
}
