import X from '@lucide/icons/icons/x'
import { type InputHTMLAttributes, type Ref, useRef } from 'react'
import { t } from '@/language/text'
import { IconButton } from './icon-button'

interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  value: string
  onClear: () => void
  ref: Ref<HTMLInputElement>
}

/** A search field with a cross of ours at its end that empties it (FIND-07); the browser's is switched off. */
export function SearchInput({ onClear, ref, ...rest }: SearchInputProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="relative min-w-0">
      <input {...rest} ref={ref} type="search" name="q" autoComplete="off" enterKeyHint="search" />
      {rest.value !== '' && (
        <IconButton
          label={t('Clear')}
          icon={X}
          className="absolute! inset-y-0 right-0 my-auto"
          onClick={() => {
            onClear()
            box.current?.querySelector('input')?.focus()
          }}
        />
      )}
    </div>
  )
}
