import FileUp from '@lucide/icons/icons/file-up'
import { type ReactNode, useRef } from 'react'
import { Icon } from '@/ui/icon'
import { Button, type Look } from './button'

interface FileButtonProps {
  /** What is chosen, for those who cannot see it. */
  label: string
  accept: string
  look?: Look
  busy: boolean
  onFile: (file: File | undefined) => void
  children: ReactNode
}

/** A button that chooses a file. */
export function FileButton({ label, accept, look, busy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file again is a change too.
          event.target.value = ''
        }}
      />
      <Button look={look} busy={busy} onClick={() => input.current?.click()}>
        <Icon of={FileUp} />
        {children}
      </Button>
    </>
  )
}
