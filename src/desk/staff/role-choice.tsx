import { useId } from 'react'
import { DESK_ROLES, type DeskRole } from '@/domain/desk/role'
import { ROLE_WORDS } from '@/domain/desk/staff'

interface RoleChoiceProps {
  value: DeskRole
  problem?: string
  onChange: (role: DeskRole) => void
}

/** A role is chosen by what whoever has it can do. */
export function RoleChoice({ value, problem, onChange }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={problem ? id : undefined}>
      <legend className="pb-1 text-ink-2">Role</legend>
      {[...DESK_ROLES].reverse().map((role) => (
        <label key={role} className="flex min-h-11 items-start gap-3 border-t py-2 first-of-type:border-0">
          <input
            type="radio"
            name={`role-${id}`}
            className="mt-1 size-4.5 flex-none accent-primary"
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span>
            <b className="block">{ROLE_WORDS[role].name}</b>
            <span className="text-ink-2">{ROLE_WORDS[role].can}</span>
          </span>
        </label>
      ))}
      {problem && (
        <p id={id} className="text-[13px] text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
