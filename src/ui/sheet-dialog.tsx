import * as Dialog from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import { ICON_BUTTON } from './icon-button'
import type { SheetProps } from './sheet'

const SIDES = {
  left: 'left-0 w-[min(88%,380px)] data-[state=closed]:animate-[slide-to-left_200ms_cubic-bezier(.5,0,.9,.4)_forwards] data-[state=open]:animate-[slide-from-left_320ms_cubic-bezier(.2,.7,.2,1)]',
  right:
    'right-0 w-full md:w-[480px] data-[state=closed]:animate-[slide-to-right_200ms_cubic-bezier(.5,0,.9,.4)_forwards] data-[state=open]:animate-[slide-from-right_320ms_cubic-bezier(.2,.7,.2,1)]',
}

export function SheetDialog({ open, onOpenChange, title, side = 'right', head, foot, children }: SheetProps) {
  const panel = useRef<HTMLDivElement>(null)
  const openedFrom = useRef<Element | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=closed]:animate-[fade-out_200ms_forwards] data-[state=open]:animate-[fade-in_320ms]" />
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          className={classNames(
            'fixed inset-y-0 z-sheet flex flex-col bg-page shadow-float outline-none short:overflow-y-auto',
            SIDES[side],
          )}
          onOpenAutoFocus={(event) => {
            // The panel itself, not its first control: the title is read first and no tooltip or ring appears on its own.
            event.preventDefault()
            openedFrom.current = document.activeElement
            panel.current?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            // Radix gives the focus back to its own trigger only, and the sheet has none: it is opened from anywhere.
            event.preventDefault()
            const focused = document.activeElement
            // Following a link has moved the focus to the new page already.
            if (focused && focused !== document.body && !panel.current?.contains(focused)) return
            if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus({ preventScroll: true })
          }}
        >
          <div className="flex min-h-15 flex-none items-center justify-between border-line border-b bg-page py-1 pr-2 pl-5 md:min-h-18 md:pr-3 md:pl-6 short:sticky short:top-0 short:z-1">
            <Dialog.Title className={head ? 'sr-only' : 'font-display text-h3 tracking-normal'}>{title}</Dialog.Title>
            {head}
            <Dialog.Close aria-label={t('Close')} className={ICON_BUTTON}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          {/* A phone held sideways has no height to spare for a standing foot: there the whole sheet scrolls. */}
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 md:px-6 short:flex-none short:overflow-visible">
            {children}
          </div>
          {foot && (
            <div className="flex-none border-line border-t bg-page px-5 pt-3.5 pb-[calc(16px+env(safe-area-inset-bottom))] md:px-6 md:pt-4">
              {foot}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
