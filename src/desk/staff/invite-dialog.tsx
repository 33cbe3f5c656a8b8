import type { FormEvent } from 'react'
import type { DeskRole } from '@/domain/desk/role'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { TextField } from '../parts/field'
import { Note } from '../parts/note'
import { RoleChoice } from './role-choice'
import { useStaffDeed } from './use-staff-deed'

const NOBODY = { name: '', email: '', role: 'packer' as DeskRole }

/** Somebody new: a mail with a link leads them to their password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useKept('desk-invite', NOBODY, 'tab')
  const { run, busy, problem, problems } = useStaffDeed()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !(await run('staff', person, `The invitation to ${person.name} is on its way.`))) return
    setPerson(NOBODY)
    onClose()
  }
  return (
    <Dialog
      title="Invite somebody"
      sub="They get a mail with a link, good for a day, and choose a password of their own."
      onClose={onClose}
      footer={
        <>
          <Button look="primary" type="submit" form="invite" busy={busy}>
            Send the invitation
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </>
      }
    >
      <form id="invite" noValidate onSubmit={send} className="grid gap-4">
        {problem && <Note kind="bad">{problem}</Note>}
        <TextField
          label="Name"
          value={person.name}
          problem={problems.name}
          autoComplete="off"
          onChange={(event) => setPerson((now) => ({ ...now, name: event.target.value }))}
        />
        <TextField
          label="Mail"
          type="email"
          inputMode="email"
          value={person.email}
          problem={problems.email}
          autoComplete="off"
          onChange={(event) => setPerson((now) => ({ ...now, email: event.target.value }))}
        />
        <RoleChoice
          value={person.role}
          problem={problems.role}
          onChange={(role) => setPerson((now) => ({ ...now, role }))}
        />
      </form>
    </Dialog>
  )
}
