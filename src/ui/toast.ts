export type ToastKind = 'success' | 'error' | 'info'

export interface ToastOptions {
  description?: string
  /** One thing to do about it, such as Undo. The toast goes when it is done. */
  action?: { label: string; run: () => void }
}

export interface ToastMessage extends ToastOptions {
  kind: ToastKind
  title: string
}

type Show = (message: ToastMessage) => void

const listeners = new Set<() => void>()
let wanted = false
let show: Show | undefined
let waiting: ToastMessage[] = []

function send(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  const message = { kind, title, ...options }
  if (show) {
    show(message)
    return
  }
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/**
 * Short news at the top right, a few at a time and for a few seconds, gone on a click elsewhere, read out to screen
 * readers (TOAST-01). For actions that stand alone; a form shows its errors beside the field. Callable from anywhere
 * in the browser.
 */
export const toast = {
  success: (title: string, options?: ToastOptions) => send('success', title, options),
  error: (title: string, options?: ToastOptions) => send('error', title, options),
  info: (title: string, options?: ToastOptions) => send('info', title, options),
}

/** For the toaster alone: whether any toast was asked for yet, so that its code is fetched no earlier. */
export const toasterWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => wanted,
  getOnServer: () => false,
}

/** For the toaster alone: takes over, beginning with what was asked for while its code was on the way. */
export function connectToaster(connected: Show): () => void {
  show = connected
  const held = waiting
  waiting = []
  for (const message of held) connected(message)
  return () => {
    show = undefined
  }
}

/** For the toaster alone: its code did not arrive. The browser says what waits; the next toast tries again. */
export function forgetToasts(): void {
  setTimeout(alert, 0, waiting.flatMap(({ title, description }) => [title, description]).join('\n'))
  waiting = []
  wanted = false
  for (const listener of listeners) listener()
}
