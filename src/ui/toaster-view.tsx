import Check from '@lucide/icons/icons/check'
import CircleAlert from '@lucide/icons/icons/circle-alert'
import Info from '@lucide/icons/icons/info'
import X from '@lucide/icons/icons/x'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import { ICON_BUTTON } from './icon-button'
import { connectToaster, type ToastKind, type ToastMessage } from './toast'

/** How long a toast stays, ms, and how many are seen at a time (TOAST-01). */
const DURATION_MS = 4000
const MOST_VISIBLE = 3

const ICONS = { success: Check, error: CircleAlert, info: Info }
const ICON_COLOURS: Record<ToastKind, string> = { success: 'text-success', error: 'text-danger', info: 'text-ink-2' }

export function ToasterView() {
  useEffect(() => {
    // A screen reader announces what is added to a live region, not the region itself: the region has to stand first.
    let disconnect: (() => void) | undefined
    const frame = requestAnimationFrame(() => {
      disconnect = connectToaster((message) => {
        sonner.custom((id) => <ToastCard message={message} onDismiss={() => sonner.dismiss(id)} />)
      })
    })
    const dismissOutside = (event: PointerEvent) => {
      if (event.target instanceof Element && !event.target.closest('[data-sonner-toaster]')) sonner.dismiss()
    }
    document.addEventListener('pointerdown', dismissOutside)
    return () => {
      cancelAnimationFrame(frame)
      disconnect?.()
      document.removeEventListener('pointerdown', dismissOutside)
    }
  }, [])
  return (
    <Sonner
      containerAriaLabel={t('Notifications')}
      position="top-right"
      visibleToasts={MOST_VISIBLE}
      duration={DURATION_MS}
      expand
      gap={10}
      offset={{ top: 96, right: 24 }}
      mobileOffset={{ top: 16, left: 16, right: 16 }}
      style={{ '--width': '380px', fontFamily: 'var(--text)', zIndex: 40 } as React.CSSProperties}
    />
  )
}

function ToastCard({ message, onDismiss }: { message: ToastMessage; onDismiss: () => void }) {
  const { kind, title, description, action } = message
  return (
    <div
      className={classNames(
        'grid w-[380px] max-w-[calc(100vw-32px)] grid-cols-[20px_1fr_auto] items-start gap-3 rounded bg-surface py-3.5 pr-2 pl-4.5 text-ink text-sm leading-[1.45] shadow-float',
        kind === 'error' && 'border-danger border-l-[3px]',
      )}
    >
      <Icon of={ICONS[kind]} className={classNames('mt-px', ICON_COLOURS[kind])} />
      <div className="min-w-0 pt-px">
        <b className="block font-medium">{title}</b>
        {description}
      </div>
      <div className="-my-3 flex items-center">
        {action && (
          <button
            type="button"
            className="min-h-11 px-2.5 font-medium underline underline-offset-4"
            onClick={() => {
              onDismiss()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" aria-label={t('Dismiss')} className={ICON_BUTTON} onClick={onDismiss}>
          <Icon of={X} size={16} />
        </button>
      </div>
    </div>
  )
}
