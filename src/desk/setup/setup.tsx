import CircleCheck from '@lucide/icons/icons/circle-check'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SetupAnswer } from '@/domain/desk/setup'
import type { SetupStep } from '@/domain/site/going-live'
import { Icon } from '@/ui/icon'
import { Button, ButtonLink } from '../parts/button'
import { Head } from '../parts/head'
import { LoadState } from '../parts/states'
import { useAsk, useHost } from '../session'
import { Feed } from './feed'
import { PinCodes } from './pin-codes'
import { SellerForm } from './seller-form'

interface StepWords {
  title: string
  done: string
  /** Where it is mended, when not here. */
  act?: string
  href?: string
}

const WORDS: { readonly [step in SetupStep]?: StepWords } = {
  seller: { title: 'Who sells', done: 'Named, with somebody for complaints' },
  products: {
    title: 'Your first product',
    done: 'On sale',
    act: 'Add a product',
    href: '#/sheet',
  },
  tax: { title: 'GST', done: 'Settled', act: 'Open the settings', href: '#/collections?collection=store_settings' },
  demo: {
    title: 'What the demo left',
    done: 'Nothing invented is shown',
    act: 'See the products',
    href: '#/collections?collection=products',
  },
  mail: {
    title: 'Email',
    done: 'Shoppers get their confirmations',
  },
  policies: { title: 'Policies', done: 'Written', act: 'Write them', href: '#/collections?collection=pages' },
  measuring: {
    title: 'Measuring',
    done: 'Shoppers are asked first',
    act: 'Open the settings',
    href: '#/collections?collection=store_settings',
  },
  payments: {
    title: 'Payments',
    done: 'Each belongs to an order',
    act: 'Look',
    href: '#/collections?collection=payment_events',
  },
  backups: { title: 'Backups', done: 'Made every night, kept elsewhere', act: 'Set them', href: '#/settings/backups' },
  admin: { title: 'The way in here', done: 'Guarded', act: 'Open the settings', href: '#/settings' },
}

/** Names of fields are for programmers. */
const forPeople = (text: string) => text.replace(/ \([A-Za-z_]+\)/g, '')

/** What keeps the shop from going live, as steps; done ones fold to a line. */
export function Setup() {
  const ask = useAsk()
  const query = useQuery({ queryKey: ['setup'], queryFn: () => ask<SetupAnswer>('setup') })
  const { data } = query
  const open = data?.steps.filter(({ must }) => must.length > 0).length ?? 0
  const title = !data
    ? 'Setting up'
    : open === 0
      ? 'Ready to open'
      : open === 1
        ? 'One step to go'
        : `${open} steps to go`
  return (
    <>
      <Head
        eyebrow={data && `${data.steps.length - open} of ${data.steps.length} done`}
        title={title}
        windowTitle="Setting up"
        sub="What the law, money and safety ask for before strangers come. The server’s own settings are checked by whoever runs it."
      />
      <LoadState what="The list" query={query} />
      <ol className="max-w-[70ch] border-t">
        {data?.steps.map((step) => (
          <Step key={step.step} {...step}>
            {step.step === 'seller' && <SellerForm seller={data.seller} />}
          </Step>
        ))}
      </ol>
      <PinCodes />
      <Feed />
    </>
  )
}

function Step({ step, must, should, children }: SetupAnswer['steps'][number] & { children: ReactNode }) {
  const words = WORDS[step]
  const { person } = useHost()
  const [editing, setEditing] = useState(false)
  if (!words) return null
  const done = must.length === 0
  const open = !done || should.length > 0
  return (
    <li className="border-b py-3">
      <div className="grid min-h-8 grid-cols-[28px_1fr_auto] items-center gap-x-3">
        {done ? (
          <Icon of={CircleCheck} label="Done" className="text-success" />
        ) : (
          <span role="img" aria-label="To do" className="size-5 rounded-full border-[6px] border-primary" />
        )}
        <div>
          <b>{words.title}</b>
          {!open && <span className="text-ink-2"> · {words.done}</span>}
        </div>
        {children ? (
          <Button look="text" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {done ? 'Change' : 'Fill in'}
          </Button>
        ) : (
          // On the page for staff there is no way to PocketBase's own screens.
          words.href &&
          !person && (
            <ButtonLink look="text" href={words.href}>
              {words.act}
            </ButtonLink>
          )
        )}
      </div>
      {open && (
        <ul className="ml-10 list-disc pl-4 text-ink-2">
          {[...must, ...should].map((text) => (
            <li key={text}>{forPeople(text)}</li>
          ))}
        </ul>
      )}
      {children && editing && <div className="mt-3 md:ml-10">{children}</div>}
    </li>
  )
}
