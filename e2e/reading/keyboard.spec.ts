import type { Locator, Page } from '@playwright/test'
import { listen, watchMotion } from '../tools/announcements'
import { FORM } from '../tools/buyer'
import { alive, expect, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

/** What hides where the keyboard is: no ring, or something over the control; null if it can be seen. */
const focusHidden = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body || element.id === 'main') return null
    const name = `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`
    const rung = [element, element.closest('label') ?? element].some((target) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
    const dialog = element.getAttribute('role') === 'dialog'
    if (!rung && !dialog) return `no ring: ${name}`
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    const label = element.closest('label')
    const clear = seen && (element.contains(seen) || seen.contains(element) || label?.contains(seen))
    return clear ? null : `covered: ${name} by ${seen?.outerHTML.slice(0, 80)}`
  })

/** Tab, as often as it takes; every stop on the way can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 120; stops += 1) {
    await page.keyboard.press('Tab')
    // A page that is still filling may move the control once more.
    await expect.poll(() => focusHidden(page)).toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab never came to it')
}

test('ACCESS-02 the whole purchase by keyboard alone, as a screen reader hears it, and without a move for those who asked for less', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const said = await listen(page)
  const moved = await watchMotion(page)
  const heard = async (text: string) => (await said()).filter((words) => words.includes(text)).length
  const main = page.getByRole('main')
  const press = (key: string) => page.keyboard.press(key)
  const { keyboard } = page

  await page.goto('/', { waitUntil: 'load' })
  await alive(page)
  await press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await press('Enter')
  await expect(main).toBeFocused()
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Sabun & Jhola, home"
      - navigation "Main":
        - list:
          - listitem:
            - link "Shop"
      - button "Search"
      - button "Theme"
      - link "Sign in"
      - button "Open cart, 0 items"
    - main:
      - heading "Sabun & Jhola" [level=1]
    - contentinfo:
      - navigation "Shop"
      - navigation "Policies"
  `)

  expect(await moved()).toEqual([])

  // From the top again: the skip link has led past the header.
  await page.reload({ waitUntil: 'load' })
  await alive(page)
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop', exact: true }))
  await press('Enter')
  await expect(main.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(main).toBeFocused()
  await expect.poll(() => heard('Shop · ')).toBe(1)
  await expect(main.getByRole('article', { name: SOAP })).toMatchAriaSnapshot(`
    - article "${SOAP}":
      - heading "${SOAP}" [level=2]:
        - link "${SOAP}"
  `)

  await tabTo(page, main.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }))
  await press('Enter')
  await expect(main.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
  await expect(main).toBeFocused()
  await expect.poll(() => heard(`${SOAP} · `)).toBe(1)
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - navigation "Breadcrumb"
      - heading "${SOAP}" [level=1]
      - paragraph: ₹180, was ₹220, save 18 percent
      - button "Decrease quantity" [disabled]
      - spinbutton "Quantity": "1"
      - button "Increase quantity"
      - button "Add to Cart"
      - region "Reviews":
        - heading "Reviews" [level=2]
  `)

  const add = main.getByRole('button', { name: 'Add to Cart' }).first()
  await tabTo(page, main.getByRole('spinbutton', { name: 'Quantity' }))
  await press('ArrowUp')
  await expect(main.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await tabTo(page, add)
  await press('Space')
  const sheet = page.getByRole('dialog', { name: 'Shopping Cart (2 items)' })
  await expect(sheet).toBeFocused()
  // The sheet's name says it; nothing says it a second time.
  expect(await heard('Shopping Cart')).toBe(0)
  expect(await heard('added')).toBe(0)
  await expect(sheet).toMatchAriaSnapshot(`
    - dialog "Shopping Cart (2 items)":
      - heading "Shopping Cart (2 items)" [level=2]
      - button "Close"
      - list "Cart items":
        - listitem:
          - heading "${SOAP}" [level=3]:
            - link "${SOAP}"
          - button "Remove ${SOAP}"
          - button "Decrease quantity of ${SOAP}"
          - button "Increase quantity of ${SOAP}"
      - term: Subtotal
      - definition: ₹360.00
      - button "Proceed to Checkout"
  `)
  await press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(add).toBeFocused()
  await press('Enter')
  const fuller = page.getByRole('dialog', { name: 'Shopping Cart (4 items)' })
  await expect(fuller).toBeFocused()
  await tabTo(page, fuller.getByRole('button', { name: 'Proceed to Checkout' }))
  await press('Enter')

  await expect(main.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect.poll(() => heard('Checkout · ')).toBe(1)
  const place = main.getByRole('button', { name: 'Place order' })
  await tabTo(page, place)
  await press('Enter')
  const pin = main.getByRole('textbox', { name: 'PIN code' })
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-invalid', 'true')
  await expect(pin).toHaveAccessibleDescription(/./)
  await keyboard.type('560003')
  const { 'PIN code': _, ...values } = FORM
  const left = new Map(Object.entries(values))
  // In whatever order Tab brings them.
  for (let stops = 0; stops < 60 && left.size > 0; stops += 1) {
    await press('Tab')
    // A page that is still filling may move the control once more.
    await expect.poll(() => focusHidden(page)).toBeNull()
    for (const [label, value] of left) {
      const field = main.getByRole('textbox', { name: label, exact: true })
      if (!(await field.evaluate((element) => element === document.activeElement))) continue
      await press('Control+A')
      await keyboard.type(value)
      await expect(field).toHaveValue(value)
      left.delete(label)
    }
  }
  expect([...left.keys()]).toEqual([])
  await expect(main.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Checkout" [level=1]
      - region "Order summary, 4 items"
      - region "Where to":
        - textbox "PIN code": "560003"
        - status: Karnataka
        - textbox "Full name": Meera Raghunathan
        - textbox "Mobile number": 98450 12345
        - textbox "Address line 1": 14, 3rd Cross, Malleshwaram
        - textbox "Address line 2 (optional)"
        - textbox "Landmark (optional)"
        - textbox "City": Bengaluru
        - combobox "State"
        - textbox "Email": meera.r@example.in
        - checkbox "Save on this device" [checked]
  `)
  await expect(main.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  await tabTo(page, place)
  await press('Space')
  const thanks = main.getByRole('heading', { level: 1, name: 'Thank you, Meera' })
  await expect(thanks).toBeVisible()
  await expect(main.getByText(/^Order SJ-/)).toBeVisible()
  await expect(main.getByRole('list', { name: 'Order progress' })).toBeVisible()
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Thank you, Meera" [level=1]
  `)
  expect(await moved()).toEqual([])
})

test('ACCESS-05 what is chosen and where the keyboard is are seen in the system’s own colours too', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/shop?category=soap')
  const main = page.getByRole('main')
  const edge = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderBottomColor)
  const banner = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  expect(await edge(banner.getByRole('link', { name: 'Shop' }))).not.toBe(
    await edge(banner.getByRole('link', { name: 'About' })),
  )

  const inStock = main.getByRole('checkbox', { name: 'In stock only' })
  await inStock.click()
  await expect(inStock).toBeChecked()
  await expect(main.locator('label').filter({ hasText: 'In stock only' })).toHaveCSS('border-bottom-width', '2px')
  await main.getByRole('button', { name: 'Filter 1' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  const tick = sheet.locator('input:checked + svg')
  await expect(tick).toBeVisible()
  const ground = await sheet.locator('input:checked').evaluate((box) => getComputedStyle(box).backgroundColor)
  await expect(tick).not.toHaveCSS('stroke', ground)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  const search = main.getByRole('searchbox')
  await search.focus()
  await expect(search).toHaveCSS('outline-style', 'solid')
  await page.emulateMedia({ forcedColors: null })
  await page.getByRole('button', { name: 'Theme' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitemradio').and(page.locator(':focus'))
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toHaveCSS('outline-style', 'solid', { timeout: 250 })
  }).toPass()
})

test('ACCESS-05 the line towards an offer is seen in the system’s own colours too', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.goto('/shop')
  const soap = page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
  await soap.getByRole('link', { name: 'Neem & Tulsi Soap' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  const stitches = page.getByRole('dialog', { name: /^Shopping Cart/ }).locator('.stitch')
  await expect(stitches).toHaveCount(2)
  for (const line of await stitches.all()) await expect(line).not.toHaveCSS('background-image', 'none')
})
