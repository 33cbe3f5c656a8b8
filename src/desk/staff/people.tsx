import UserPlus from '@lucide/icons/icons/user-plus'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '@/domain/date'
import { dayWords } from '@/domain/desk/day-words'
import { ROLE_WORDS, type StaffAnswer, type StaffMember } from '@/domain/desk/staff'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { type Column, DataTable } from '../parts/data-table'
import { Head } from '../parts/head'
import { Note, RefusedNote } from '../parts/note'
import { StateWord } from '../parts/state-word'
import { LoadState } from '../parts/states'
import { useAsk } from '../session'
import { ChangeDialog } from './change-dialog'
import { InviteDialog } from './invite-dialog'
import { Log } from './log'
import { useStaffDeed } from './use-staff-deed'

/** Who helps in the shop, what each may, and what was done. */
export function People() {
  const ask = useAsk()
  const [inviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<StaffMember>()
  const query = useQuery({ queryKey: ['staff'], queryFn: () => ask<StaffAnswer>('staff') })
  const { data } = query
  const again = useStaffDeed()
  const inviteAgain = ({ id, name, email }: StaffMember) =>
    again.run(`staff/${id}/invite`, {}, `An email to ${name} is on its way to ${email}.`)
  return (
    <>
      <Head title="Staff" sub="They sign in at /staff with their own email and see only what they need.">
        <Button look="primary" onClick={() => setInviting(true)}>
          <Icon of={UserPlus} size={18} className="-mt-0.5" />
          Invite
        </Button>
      </Head>
      {data && !data.mails && (
        <div className="mb-4">
          <Note kind="warn">
            No mail server is set, so no invitation arrives. Whoever runs the server writes SMTP_HOST into its settings.
          </Note>
        </div>
      )}
      <RefusedNote error={again.error} />
      <LoadState what="The list" query={query} />
      {data && (
        <DataTable
          label="Staff"
          columns={columnsOf(setChanging, inviteAgain, again.busy)}
          rows={data.people}
          idOf={({ id, email }) => id || email}
          nameOf={({ name, email }) => name || email}
        />
      )}
      {data && data.people.length === 1 && (
        <p className="meta pt-3.5">Only you so far. A packer sees parcels, no money.</p>
      )}
      <Log people={data?.people ?? []} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {changing && <ChangeDialog person={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

const dayAndTime = (value: string) => `${dayWords(value, Date.now())}, ${formatTime(value)}`

const waits = ({ id, disabled, last_seen }: StaffMember) => id !== '' && !disabled && last_seen === ''

function can({ id, role, disabled, last_seen, created }: StaffMember): string {
  if (disabled) return 'Nothing: not let in any more'
  if (id && last_seen === '') return `Invited ${dayWords(created, Date.now()).toLowerCase()}, not yet signed in`
  return id ? ROLE_WORDS[role].can : 'Everything, and the admin screens'
}

function Seen({ person }: { person: StaffMember }) {
  if (person.me) return <span className="meta">Now</span>
  if (waits(person)) return <StateWord shape="none">Waiting</StateWord>
  return <span className="meta whitespace-nowrap">{person.last_seen ? dayAndTime(person.last_seen) : 'Never'}</span>
}

function columnsOf(
  onChange: (person: StaffMember) => void,
  onInvite: (person: StaffMember) => void,
  busy: boolean,
): Column<StaffMember>[] {
  return [
    {
      name: 'Who',
      cell: ({ name, email }) => (
        <span className="block wrap-anywhere">
          <b className="block">{name || email}</b>
          {name && <span className="meta">{email}</span>}
        </span>
      ),
    },
    { name: 'Role', atEnd: true, cell: ({ role }) => ROLE_WORDS[role].name },
    { name: 'Can', full: true, cell: (person) => <span className="text-ink-2">{can(person)}</span> },
    { name: 'Last seen', cell: (person) => <Seen person={person} /> },
    {
      name: 'Change',
      right: true,
      full: true,
      cell: (person) =>
        person.id && (
          <span className="-ml-2 inline-flex max-md:flex-wrap">
            {waits(person) && (
              <Button
                look="text"
                busy={busy}
                onClick={() => onInvite(person)}
                aria-label={`Invite again: ${person.name}`}
              >
                Invite again
              </Button>
            )}
            <Button look="text" onClick={() => onChange(person)} aria-label={`Change ${person.name}`}>
              Change
            </Button>
          </span>
        ),
    },
  ]
}
