import ExternalLink from '@lucide/icons/icons/external-link'
import Link2 from '@lucide/icons/icons/link-2'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortMoment } from '@/domain/desk/day-words'
import { counted } from '@/domain/desk/list-words'
import { differences, draftKey, type PreviewAnswer } from '@/domain/desk/preview'
import { useMediaQuery } from '@/lib/media-query'
import { Icon } from '@/ui/icon'
import { Button, ButtonLink } from '../parts/button'
import { TextField } from '../parts/field'
import { Head } from '../parts/head'
import { Segmented } from '../parts/segmented'
import { LoadState } from '../parts/states'
import { useToast } from '../parts/toast'
import { useAddress } from '../parts/use-address'
import { useAsk } from '../session'
import { Choices } from './choices'
import { PublishDialog } from './publish-dialog'
import { type Device, ShopFrame, usePreviewLink } from './shop-frame'

function titleOf(at: number, drafts: number, now: number): string {
  const shop = at ? `The shop on ${shortMoment(at, now)}` : 'The shop'
  if (drafts > 0) return `${shop}${at ? ',' : ''} with ${counted(drafts, 'draft')}`
  return at ? shop : 'The shop as it is now'
}

/** The shop at a chosen minute and with chosen drafts, in a frame and in words. */
export function Preview() {
  const ask = useAsk()
  const [address, change] = useAddress()
  const [publishing, setPublishing] = useState(false)
  const query = useQuery({ queryKey: ['preview'], queryFn: () => ask<PreviewAnswer>('preview') })
  const { data } = query
  const now = Date.now()
  const at = Math.trunc(Number(address.get('at'))) || 0
  const known = data?.drafts.map(draftKey) ?? []
  const drafts = (address.get('with') ?? '').split(',').filter((key) => known.includes(key))
  const changes = data ? differences(data, drafts, at, now) : []
  return (
    <>
      <Head
        title={titleOf(at, drafts.length, now)}
        windowTitle="Preview"
        sub="Only you see this, and who has the link, for a day. Nothing can be ordered here."
      >
        <Links at={at} drafts={drafts} />
        {drafts.length > 0 && (
          <Button look="primary" onClick={() => setPublishing(true)}>
            Publish {counted(drafts.length, 'draft')}
          </Button>
        )}
      </Head>
      <LoadState what="The list of drafts" query={query} />
      {data && (
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]">
          <div className="grid gap-5">
            <Choices
              {...{ data, at, drafts, now }}
              onMoment={(moment) => change('at', moment ? String(moment) : '')}
              onDrafts={(keys) => change('with', keys.join())}
            />
            <Differences changes={changes} />
          </div>
          <Stage at={at} drafts={drafts} />
        </div>
      )}
      {publishing && (
        <PublishDialog
          drafts={drafts}
          changes={data ? differences({ ...data, turns: [] }, drafts, 0, now) : []}
          onPublished={() => change('with', '')}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  )
}

function Differences({ changes }: { changes: readonly string[] }) {
  const { length } = changes
  return (
    <section role="status" className="border-t pt-4">
      <h2 className="mb-1.5 font-medium font-text text-[16px]">
        {length === 0 ? 'Nothing differs from now' : `${counted(length, 'thing differs', 'things differ')} from now`}
      </h2>
      <ul className="grid gap-0.5 text-ink-2">
        {changes.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** To hand on, and to look at in a tab of its own. */
function Links({ at, drafts }: { at: number; drafts: readonly string[] }) {
  const { data } = usePreviewLink(at, drafts)
  const toast = useToast()
  const [shown, setShown] = useState('')
  const link = data?.link ?? ''
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ text: 'Link copied. It is good for a day.' }),
      // The browser does not let us: whoever needs it copies it by hand.
      () => setShown(link),
    )
  return (
    <>
      {shown !== '' && shown === link && <TextField label="The link" readOnly value={shown} />}
      <Button aria-disabled={!link} onClick={copy}>
        <Icon of={Link2} size={18} />
        Copy a link
      </Button>
      <ButtonLink href={data?.path} target="_blank" rel="noreferrer">
        <Icon of={ExternalLink} size={18} />
        New tab
      </ButtonLink>
    </>
  )
}

/** Computers have room for both widths; a phone shows a phone. */
function Stage({ at, drafts }: { at: number; drafts: readonly string[] }) {
  const [device, setDevice] = useState<Device>('computer')
  const small = useMediaQuery('(max-width: 47.99em)')
  return (
    <div className="grid min-w-0 gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {!small && (
          <Segmented<Device>
            label="Width"
            value={device}
            options={[
              ['computer', 'Computer'],
              ['phone', 'Phone'],
            ]}
            onChange={setDevice}
          />
        )}
        <p className="meta">Links work; buying does not.</p>
      </div>
      <ShopFrame at={at} drafts={drafts} device={small ? 'phone' : device} />
    </div>
  )
}
