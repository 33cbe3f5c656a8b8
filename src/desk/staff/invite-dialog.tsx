import type { FormEvent } from 'react'
import { fieldErrors } from '@/api/errors'
import type { DeskRole } from '@/domain/desk/role'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { TextField, tieTo } from '../parts/field'
import { RefusedNote } from '../parts/note'
import { RoleChoice } from './role-choice'
import { useStaffDeed } from './use-staff-deed'

const NOBODY = { name: '', email: '', role: 'packer' as DeskRole }

/** Somebody new: a mail with a link leads them to their password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson, close] = useKeptForm('desk-invite', NOBODY, onClose)
  const { run, busy, error } = useStaffDeed()
  const problems = fieldErrors(error)
  const change = (part: Partial<typeof NOBODY>) => setPerson((now) => ({ ...now, ...part }))
  const text = tieTo(person, problems, change)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !(await run('staff', person, `The invitation to ${person.name} is on its way.`))) return
    close()
  }
  return (
    <Dialog
      title="Invite somebody"
      sub="They get an email with a link, good for a day, and choose a password of their own."
      onClose={onClose}
      footer={
        <Button look="primary" type="submit" form="invite" busy={busy}>
          Send the invitation
        </Button>
      }
      leave="Not now"
    >
      <form id="invite" noValidate onSubmit={send} className="grid gap-4">
        <RefusedNote error={error} />
        <TextField label="Name" {...text('name')} autoComplete="off" />
        <TextField label="Email" type="email" inputMode="email" {...text('email')} autoComplete="off" />
        <RoleChoice value={person.role} problem={problems.role} onChange={(role) => change({ role })} />
      </form>
    </Dialog>
  )
}
