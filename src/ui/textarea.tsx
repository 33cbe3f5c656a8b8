import type { Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '@/lib/class-names'
import { CONTROL } from './control-style'

export function Textarea({
  className,
  rows = 4,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea {...rest} rows={rows} className={classNames(CONTROL, 'py-3 leading-normal', className)} />
}
