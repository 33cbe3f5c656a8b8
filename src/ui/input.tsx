import type { InputHTMLAttributes, Ref } from 'react'
import { classNames } from '@/lib/class-names'
import { CONTROL } from './control-style'

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input {...rest} className={classNames(CONTROL, 'h-[50px]', className)} />
}
