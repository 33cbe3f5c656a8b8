import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { t } from '@/language/text'
import { Input } from '@/ui/input'

/** A password: hidden until `Show` is pressed, and again when its form is sent (AUTH-08). */
export function PasswordControl(props: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const hide = () => setShown(false)
    const form = button.current?.form
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        className="pr-[5rem]"
      />
      <button
        ref={button}
        type="button"
        aria-controls={props.id}
        // The place in the field, and a phone's keyboard, stay.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-11 px-3.5 text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
      >
        <span aria-hidden="true">{shown ? t('Hide') : t('Show')}</span>
        {/* No aria-label: whoever looks for the field by its label must not find the button. */}
        <span className="sr-only">{shown ? t('Hide password') : t('Show password')}</span>
      </button>
    </div>
  )
}
