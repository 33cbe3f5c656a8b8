import { useState } from 'react'
import { COLOUR_SETS, type Colours, sameColours } from '@/domain/desk/look'
import { Button } from '../parts/button'
import { SectionHead } from '../parts/head'
import { OwnColours } from './own-colours'

const PALE = '#e4ddd2'

interface ColourSetsProps {
  colours: Colours
  /** What shoppers see now. */
  live: Colours
  onChoose: (colours: Colours) => void
}

/** Six sets, those in use, and one's own. */
export function ColourSets({ colours, live, onChoose }: ColourSetsProps) {
  const [own, setOwn] = useState(false)
  const others = [live, colours].filter(
    (one, at, all) =>
      !COLOUR_SETS.some((set) => sameColours(set, one)) && all.findIndex((same) => sameColours(same, one)) === at,
  )
  const sets: readonly (Colours & { pale?: string })[] = [...COLOUR_SETS, ...others]
  return (
    <section aria-labelledby="colours" className="mt-8 border-t pt-5">
      <SectionHead id="colours" title="Colours">
        <Button look="text" onClick={() => setOwn(true)}>
          Own colours
        </Button>
      </SectionHead>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {sets.map((set) => (
          <button
            key={`${set.primary} ${set.accent}`}
            type="button"
            aria-pressed={sameColours(set, colours)}
            onClick={() => onChoose({ name: set.name, primary: set.primary, accent: set.accent })}
            className="group grid gap-1.5 text-left"
          >
            <span
              aria-hidden="true"
              className="flex h-13 overflow-hidden border group-aria-pressed:outline-2 group-aria-pressed:outline-ink group-aria-pressed:outline-offset-2 group-aria-pressed:outline-solid"
            >
              <i className="flex-2" style={{ background: set.primary }} />
              <i className="flex-1" style={{ background: set.accent }} />
              <i className="flex-1" style={{ background: set.pale ?? PALE }} />
            </span>
            <span className="wrap-anywhere group-aria-pressed:font-medium">
              {set.name} {sameColours(set, live) && <small className="meta">in use</small>}
            </span>
          </button>
        ))}
      </div>
      <p className="meta mt-3">Pale colours are darkened for text until they can be read.</p>
      {own && (
        <OwnColours
          colours={colours}
          onUse={(chosen) => {
            onChoose(chosen)
            setOwn(false)
          }}
          onClose={() => setOwn(false)}
        />
      )}
    </section>
  )
}
