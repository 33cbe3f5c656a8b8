import { Button } from './button'
import { useToast } from './toast'

interface Props {
  text: string
  /** Said once it is copied. */
  done: string
  children: string
  className?: string
}

/** Copies a text, or says that the browser does not let us. */
export function CopyButton({ text, done, children, className }: Props) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => toast({ text: done }))
      .catch(() => toast({ text: 'The browser did not let us copy it.', bad: true }))
  return (
    <Button look="text" className={className} onClick={copy}>
      {children}
    </Button>
  )
}
