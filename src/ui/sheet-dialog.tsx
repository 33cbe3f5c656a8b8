import X from '@lucide/icons/icons/x'
import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import { ICON_BUTTON } from './icon-button'
import { titleClass } from './numbers'
import { useOpenedFrom } from './opened-from'
import { OverlayLinks, takeBackAwaited, useClosedByBack } from './overlay'
import { SheetGrab } from './sheet-grab'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog. */
  title: string
  /**
   * Without: from below on phones, from the right on larger screens. `full`: all of the screen; `top`: on phones, and
   * the top of larger screens. These two have neither head nor foot, and scroll by what they hold.
   */
  side?: 'full' | 'top'
  /** As high as what it holds, and in the middle of larger screens. */
  low?: boolean
  /** Drawn in the head instead of the title, which is then for screen readers only. */
  head?: ReactNode
  /** Fixed below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

const SIDES = {
  full: 'inset-0 data-[state=closed]:animate-[slide-to-left_200ms_cubic-bezier(.5,0,.9,.4)_forwards] data-[state=open]:animate-[slide-from-left_320ms_cubic-bezier(.2,.7,.2,1)]',
  top: 'inset-0 lg:bottom-auto lg:max-h-[88svh] data-[state=closed]:animate-[fade-out_200ms_forwards] data-[state=open]:animate-[fade-in_200ms]',
  bottom:
    'max-md:inset-x-0 max-md:bottom-0 max-md:h-[calc(100svh-24px)] max-md:rounded-t-[14px] md:inset-y-0 md:right-0 md:w-[480px] max-md:data-[state=closed]:animate-[slide-to-bottom_220ms_cubic-bezier(.5,0,.9,.4)_forwards] max-md:data-[state=open]:animate-[slide-from-bottom_320ms_cubic-bezier(.2,.7,.2,1)] md:data-[state=closed]:animate-[slide-to-right_200ms_cubic-bezier(.5,0,.9,.4)_forwards] md:data-[state=open]:animate-[slide-from-right_320ms_cubic-bezier(.2,.7,.2,1)]',
  low: 'max-md:inset-x-0 max-md:bottom-0 max-h-[88svh] max-md:rounded-t-[14px] md:top-1/2 md:left-1/2 md:w-[480px] md:-translate-x-1/2 md:-translate-y-1/2 max-md:data-[state=closed]:animate-[slide-to-bottom_220ms_cubic-bezier(.5,0,.9,.4)_forwards] max-md:data-[state=open]:animate-[slide-from-bottom_320ms_cubic-bezier(.2,.7,.2,1)] md:data-[state=closed]:animate-[fade-out_200ms_forwards] md:data-[state=open]:animate-[fade-in_200ms]',
}

/** Of a sheet that is on its way (`SheetWaiting`). */
const isInPlace = (target: Element) => target.parentElement?.closest('.bg-scrim')

export function SheetDialog(props: SheetProps) {
  const { open, onOpenChange, side, low, children } = props
  const panel = useRef<HTMLDivElement>(null)
  const openedFrom = useOpenedFrom()
  useClosedByBack(open, () => onOpenChange(false))
  return (
    // Escape, and a press beside it, are meant for what is on its way over it.
    <Dialog.Root open={open} onOpenChange={(next) => takeBackAwaited() || onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=closed]:animate-[fade-out_200ms_forwards] data-[state=open]:animate-[fade-in_320ms]" />
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          className={classNames(
            'fixed z-sheet flex flex-col bg-page shadow-float outline-none short:overflow-y-auto',
            SIDES[side ?? (low ? 'low' : 'bottom')],
          )}
          onOpenAutoFocus={(event) => {
            // The panel itself, not its first control, unless what it holds says otherwise: the title is read first and
            // no tooltip or ring appears on its own.
            event.preventDefault()
            openedFrom.note()
            const first = panel.current?.querySelector<HTMLElement>('[data-focus-first]') ?? panel.current
            first?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            const focused = document.activeElement
            // Following a link has moved the focus to the new page already.
            if (focused && focused !== document.body && !panel.current?.contains(focused)) event.preventDefault()
            else openedFrom.giveBack(event)
          }}
          onPointerDownOutside={(event) => {
            if (isInPlace(event.target as Element)) event.preventDefault()
          }}
        >
          <OverlayLinks>
            {side ? (
              <>
                <Dialog.Title className="sr-only">{props.title}</Dialog.Title>
                {children}
              </>
            ) : (
              <>
                <SheetGrab open={open} panel={panel} onClose={() => onOpenChange(false)} />
                <Parts {...props} />
              </>
            )}
          </OverlayLinks>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Parts(props: SheetProps) {
  return (
    <>
      <SheetHead {...props} />
      {/* A phone held sideways has no height to spare for a standing foot: there the whole sheet scrolls. */}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 max-md:[touch-action:pan-y_pinch-zoom] md:px-6 short:flex-none short:overflow-visible">
        {props.children}
      </div>
      {props.foot && (
        <div className="flex-none border-line border-t px-5 pt-3.5 pb-[calc(16px+env(safe-area-inset-bottom))] md:px-6 md:pt-4">
          {props.foot}
        </div>
      )}
    </>
  )
}

function SheetHead({ title, low, head }: SheetProps) {
  return (
    <div
      data-head
      className={classNames(
        'flex flex-none items-center justify-between border-line border-b py-1 pr-2 pl-5 md:pr-3 md:pl-6 min-h-13 max-md:touch-none short:sticky short:top-0 short:z-1 short:bg-page',
        low ? 'md:min-h-15' : 'md:min-h-18',
      )}
    >
      <Dialog.Title className={head ? 'sr-only' : titleClass(title)}>{title}</Dialog.Title>
      {head}
      <Dialog.Close aria-label={t('Close')} className={ICON_BUTTON}>
        <Icon of={X} />
      </Dialog.Close>
    </div>
  )
}
