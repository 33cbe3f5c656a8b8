import type { FormEvent } from 'react'
import { fieldErrors } from '@/api/errors'
import { listed } from '@/domain/desk/list-words'
import type { DeskRole } from '@/domain/desk/role'
import { ROLE_WORDS, type StaffMember } from '@/domain/desk/staff'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { TextField } from '../parts/field'
import { Note, RefusedNote } from '../parts/note'
import { Switch } from '../parts/switch'
import { SCREENS, type Screen } from '../screens'
import { RoleChoice } from './role-choice'
import { useStaffDeed } from './use-staff-deed'

/** Screens one role has and another has not. */
const lost = (from: DeskRole, to: DeskRole) =>
  SCREENS.filter(({ roles }: Screen) => roles.includes(from) && !roles.includes(to)).map(({ name }) => name)

/** What the change means, before it is saved. */
function consequences({ name, role, disabled }: StaffMember, to: DeskRole, letIn: boolean): string[] {
  if (!letIn) return disabled ? [] : [`${name} is signed out at once and not let in any more.`]
  const [fewer, more] = [lost(role, to), lost(to, role)]
  return [
    ...(fewer.length > 0 ? [`${name} will no longer see ${listed(fewer)}.`] : []),
    ...(to === 'packer' && role !== 'packer' ? ['No prices and no other money either.'] : []),
    ...(to === 'editor' && role !== 'editor' ? ['No orders and nobody’s address either.'] : []),
    ...(more.length > 0 ? [`New for ${name}: ${listed(more)}.`] : []),
    ...(role === to ? [] : ['They have to sign in again.']),
  ]
}

/** Another role, or none; what will no longer be seen stands there before it is saved. */
export function ChangeDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const key = `desk-staff ${person.id}`
  const [typed, setTyped, close] = useKeptForm<{ name?: string; role?: DeskRole; letIn?: boolean }>(key, {}, onClose)
  const { name, role, letIn } = { name: person.name, role: person.role, letIn: !person.disabled, ...typed }
  const { run, busy, error } = useStaffDeed()
  const problems = fieldErrors(error)
  const said = consequences(person, role, letIn)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const words = letIn ? `${name}: ${ROLE_WORDS[role].name.toLowerCase()}.` : `${name} is not let in any more.`
    // What was not touched may have been changed by somebody else.
    const change = {
      ...(name !== person.name && { name }),
      ...(role !== person.role && { role }),
      ...(letIn === person.disabled && { disabled: !letIn }),
    }
    if (await run(`staff/${person.id}`, change, words)) close()
  }
  return (
    <Dialog
      title={person.name}
      sub={person.email}
      typed={name !== person.name || role !== person.role || letIn === person.disabled}
      onClose={close}
      footer={
        <Button look={letIn || person.disabled ? 'primary' : 'danger'} type="submit" form="change-staff" busy={busy}>
          {letIn || person.disabled ? 'Save' : 'Shut out'}
        </Button>
      }
      leave="Not now"
    >
      <form id="change-staff" noValidate onSubmit={save} className="grid gap-4">
        <RefusedNote error={error} />
        <TextField
          label="Name"
          value={name}
          problem={problems.name}
          autoComplete="off"
          onChange={(event) => setTyped({ ...typed, name: event.target.value })}
        />
        <RoleChoice value={role} problem={problems.role} onChange={(role) => setTyped({ ...typed, role })} />
        <label htmlFor="let-in" className="flex min-h-11 items-center justify-between gap-3 border-t pt-2">
          <span>
            <b className="block">Is let in</b>
            <span className="text-ink-2">Off: signed out at once. What they did stays in the log.</span>
          </span>
          <Switch
            id="let-in"
            checked={letIn}
            onChange={(event) => setTyped({ ...typed, letIn: event.target.checked })}
          />
        </label>
        <div role="status" className="empty:hidden">
          {said.length > 0 && <Note kind="warn">{said.join(' ')}</Note>}
        </div>
      </form>
    </Dialog>
  )
}
