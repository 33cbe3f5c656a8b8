import Search from '@lucide/icons/icons/search'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'

export const CONTROL =
  'h-(--ctl) w-full min-w-0 rounded border border-line-strong bg-surface px-3 pt-0.5 outline-none disabled:bg-sunken disabled:text-ink-2 focus:border-ink focus:shadow-[inset_0_0_0_1px_var(--ink)] aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] max-md:text-[16px]'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with it. */
  problem?: string
  /** The control, given what ties it to label, hint and problem. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** Announced when it comes. */
const WRONG = { role: 'alert', className: 'text-[13px] text-danger' }

/** A control with its label above, its hint and what is wrong below. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const about = hint || problem ? `${id}-about` : undefined
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': problem ? true : undefined })}
      {about && (
        <p key={`${Boolean(problem)}`} id={about} {...(problem ? WRONG : { className: 'text-[13px] text-ink-3' })}>
          {problem || hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  problem,
  ...input
}: Omit<FieldProps, 'children'> & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <input {...input} {...control} className={CONTROL} />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  problem,
  ...input
}: Omit<FieldProps, 'children'> & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <textarea {...input} {...control} className={classNames(CONTROL, 'h-auto py-2 leading-relaxed')} />}
    </Field>
  )
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Behind those that stand in it as children. */
  options?: readonly (readonly [value: string | number, words: string])[]
}

/** Without a label to be seen: name it by `aria-label`. */
export function Select({ options, children, className, ...select }: SelectProps) {
  return (
    <select {...select} className={classNames(CONTROL, className)}>
      {children}
      {options?.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}

export function SelectField({ label, hint, problem, ...select }: Omit<FieldProps, 'children'> & SelectProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  )
}

type TextOf<Form> = { [Name in keyof Form]: Form[Name] extends string ? Name : never }[keyof Form] & string

/** What ties a control to a text of a form, by its name: value, what is wrong with it, and what typing changes. */
export const tieTo =
  <Form extends object>(
    form: Form,
    problems: { readonly [field: string]: string | undefined },
    change: (part: Partial<Form>) => void,
  ) =>
  <Name extends TextOf<Form>>(name: Name) => ({
    value: form[name] as string,
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<Form>),
  })

/** The search field of a list; `/` leads to it. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className="relative min-w-50 max-w-[420px] flex-1">
      <Icon of={Search} size={18} className="-translate-y-1/2 absolute top-1/2 left-2.5 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        data-search
        className={classNames(CONTROL, 'pl-9')}
      />
    </div>
  )
}
