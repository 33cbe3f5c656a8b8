/**
 * Razorpay's checkout script as a browser sees it: `new Razorpay(options)` with `open`, `close` and
 * `on('payment.failed')`, the options `handler`, `modal.ondismiss`, `callback_url` and `redirect`. It draws a sheet
 * into the page with the buttons Pay, Fail and Close and pays at the fake gateway it was loaded from, so that a
 * payment exists there before the page hears of it. Served as it is; a script of the page, so it may import nothing.
 * Source: Razorpay, "Web Standard Checkout".
 */
;(() => {
  const gateway = new URL(document.currentScript.src).origin

  class Razorpay {
    constructor(options) {
      for (const name of ['key', 'order_id', 'name']) if (!options[name]) throw new Error(`No ${name} passed`)
      this.options = options
      this.listeners = {}
      this.sheet = null
    }

    on(event, listener) {
      this.listeners[event] = [...(this.listeners[event] ?? []), listener]
    }

    open() {
      if (this.sheet) return
      const sheet = document.createElement('div')
      sheet.setAttribute('role', 'dialog')
      sheet.setAttribute('aria-modal', 'true')
      sheet.setAttribute('aria-label', 'Payment sheet')
      Object.assign(sheet.style, {
        position: 'fixed',
        inset: '10% 10% auto 10%',
        zIndex: '2147483647',
        padding: '24px',
        background: '#fff',
        color: '#000',
        border: '2px solid #000',
        pointerEvents: 'auto',
      })
      const status = document.createElement('p')
      status.setAttribute('role', 'status')
      const button = (name, press) => {
        const made = document.createElement('button')
        made.type = 'button'
        made.textContent = name
        Object.assign(made.style, { display: 'block', padding: '12px', margin: '8px 0', border: '1px solid #000' })
        made.addEventListener('click', press)
        return made
      }
      sheet.append(
        button('Pay', () => this.pay('success', status)),
        button('Fail', () => this.pay('failure', status)),
        button('Close', () => this.close()),
        status,
      )
      document.body.append(sheet)
      this.sheet = sheet
    }

    close() {
      if (!this.sheet) return
      this.remove()
      this.options.modal?.ondismiss?.()
    }

    remove() {
      this.sheet?.remove()
      this.sheet = null
    }

    async pay(outcome, status) {
      status.textContent = 'Paying'
      const answer = await fetch(`${gateway}/fake/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order_id: this.options.order_id, outcome }),
      })
      const response = await answer.json()
      const { callback_url, redirect, handler } = this.options
      if (callback_url && redirect) {
        this.post(callback_url, response)
        return
      }
      if (response.error) {
        // As at Razorpay the sheet stays open, so that the shopper may try another way to pay.
        status.textContent = 'Payment failed'
        for (const listener of this.listeners['payment.failed'] ?? []) listener(response)
        return
      }
      this.remove()
      handler?.(response)
    }

    /** The way back from in-app browsers: a form of the whole page; an error's fields are named `error[code]`. */
    post(url, response) {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = url
      const add = (name, value) => {
        const field = document.createElement('input')
        field.type = 'hidden'
        field.name = name
        field.value = typeof value === 'string' ? value : JSON.stringify(value)
        form.append(field)
      }
      for (const [name, value] of Object.entries(response)) {
        if (name !== 'error') add(name, value)
        else for (const [part, detail] of Object.entries(value)) add(`error[${part}]`, detail)
      }
      document.body.append(form)
      form.submit()
    }
  }

  window.Razorpay = Razorpay
})()
