import { useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import { type Look, type LookAnswer, sameArrangement, sameColours } from '@/domain/desk/look'
import { movedSections, ordinal, SECTION_NAMES, sectionChanges } from '@/domain/desk/preview'
import type { HomeSection } from '@/domain/site/homepage'
import { Button, ButtonLink } from '../parts/button'
import { DragList, withMoved } from '../parts/drag-list'
import { Head, SectionHead } from '../parts/head'
import { LoadState } from '../parts/states'
import { Switch } from '../parts/switch'
import { PublishDialog } from '../preview/publish-dialog'
import { ShopFrame } from '../preview/shop-frame'
import { ColourSets } from './colours'
import { useLook } from './use-look'

/** What publishing would change, in words. */
function changesOf({ live, draft }: LookAnswer): string[] {
  const shown = ({ arrangement: { order, hidden } }: Look) => order.filter((section) => !hidden.includes(section))
  const sections = sectionChanges(shown(live), shown(draft))
  // What moves while it is hidden is seen by nobody.
  const unseen = sections.length === 0 && !sameArrangement(live.arrangement, draft.arrangement)
  return [
    ...sections,
    ...(unseen ? ['Hidden sections change places'] : []),
    ...(sameColours(live.colours, draft.colours)
      ? []
      : [`Colours “${draft.colours.name}” instead of “${live.colours.name}”`]),
  ]
}

/** Sections and colours of the home page: arranged as a draft, seen in the frame, published together. */
export function LookOfHome() {
  const state = useLook()
  const { data, look, undo, busy } = state
  const [publishing, setPublishing] = useState(false)
  const changes = data ? changesOf(data) : []
  const drafts = data?.drafts ?? []
  return (
    <>
      <Head title="Look of the home page" windowTitle="Look" sub="Shoppers see nothing of it before you publish.">
        {undo && <Button onClick={undo}>Undo</Button>}
        <ButtonLink href={`#/preview?with=${drafts.join()}`}>Preview</ButtonLink>
        {drafts.length > 0 && (
          <Button look="primary" busy={busy} onClick={() => setPublishing(true)}>
            Publish {counted(changes.length, 'change')}
          </Button>
        )}
      </Head>
      <LoadState what="The look" query={state} />
      {data && look && (
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(340px,1fr)]">
          <div className="min-w-0">
            <Sections look={look} live={data.live} onChange={state.change} />
            <ColourSets
              colours={look.colours}
              live={data.live.colours}
              onChoose={(colours) => state.change({ colours })}
            />
          </div>
          <section aria-labelledby="as-phone" className="min-w-0 lg:sticky lg:top-6">
            <SectionHead id="as-phone" title="As a phone shows it">
              <span className="meta">{drafts.length > 0 ? 'Not published yet' : 'As shoppers see it'}</span>
            </SectionHead>
            <ShopFrame at={0} drafts={drafts} device="phone" version={JSON.stringify(data.draft)} />
          </section>
        </div>
      )}
      {publishing && (
        <PublishDialog
          drafts={drafts}
          changes={changes}
          onPublished={state.forget}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  )
}

interface SectionsProps {
  look: Look
  live: Look
  onChange: (part: Partial<Look>) => void
}

function Sections({ look: { arrangement }, live, onChange }: SectionsProps) {
  const { order, hidden } = arrangement
  const moved = movedSections(live.arrangement.order, order)
  const show = (section: HomeSection, shown: boolean) =>
    onChange({
      arrangement: { order, hidden: shown ? hidden.filter((one) => one !== section) : [...hidden, section] },
    })
  return (
    <section aria-labelledby="sections">
      <SectionHead id="sections" title="Sections">
        <span className="meta">Drag, or use the arrows</span>
      </SectionHead>
      <DragList
        label="Sections"
        items={order}
        nameOf={(section) => SECTION_NAMES[section]}
        onMove={(from, to) => onChange({ arrangement: { order: withMoved(order, from, to), hidden } })}
        after={(section) => (
          <Switch
            aria-label={`Show ${SECTION_NAMES[section]}`}
            checked={!hidden.includes(section)}
            onChange={({ target }) => show(section, target.checked)}
          />
        )}
      >
        {(section) => {
          const was = moved.includes(section) && `was ${ordinal(live.arrangement.order.indexOf(section))}`
          const about = [hidden.includes(section) && 'Hidden', was].filter(Boolean).join(', ')
          return (
            <>
              {SECTION_NAMES[section]}
              {about && <span className="meta block">{about}</span>}
            </>
          )
        }}
      </DragList>
    </section>
  )
}
