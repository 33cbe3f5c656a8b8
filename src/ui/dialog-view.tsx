import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { titleClass } from './numbers'
import { useOpenedFrom } from './opened-from'
import { OverlayLinks, useClosedByBack } from './overlay'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog and stands at its top. */
  title: string
  children: ReactNode
}

export function DialogView({ open, onOpenChange, title, children }: DialogProps) {
  const openedFrom = useOpenedFrom()
  useClosedByBack(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=open]:animate-[fade-in_320ms]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-1/2 left-1/2 z-sheet max-h-[calc(100dvh-2rem)] w-[min(calc(100vw-2rem),30rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto bg-page p-5 shadow-float outline-none md:p-8"
          onOpenAutoFocus={openedFrom.note}
          onCloseAutoFocus={openedFrom.giveBack}
        >
          <Radix.Title className={titleClass(title)}>{title}</Radix.Title>
          <OverlayLinks>{children}</OverlayLinks>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
