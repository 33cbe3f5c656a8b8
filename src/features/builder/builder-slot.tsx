import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useNearView } from '@/lib/near-view'
import { SoftBoundary } from '@/ui/soft-boundary'
import type { BuilderContent, BuilderModel } from './builder-view'
import { ContentHead } from './content-head'
import { BuilderView, builderContentOptions } from './content-query'

/**
 * Content is asked for when its box is this near the view, px: late enough to be needed, early enough to be there
 * before it is seen.
 */
const NEAR_PX = 800

interface BuilderSlotProps {
  /** The page builder's model that may fill this box (BUILD-01). */
  model: BuilderModel
  /** What the shop shows by itself. */
  fallback: ReactNode
}

/**
 * A box that a page builder may fill (HOME-03, HOME-09, ROUTE-07). What the shop shows by itself stands there until
 * content has arrived, and stays when the builder is slow, fails or has nothing. Without a key nothing else is left
 * in the build.
 */
export function BuilderSlot(props: BuilderSlotProps) {
  return import.meta.env.VITE_BUILDER_API_KEY ? <FilledSlot {...props} /> : props.fallback
}

interface Shown {
  content: BuilderContent
  /** What the built-in content took, px, when it was replaced in sight: nothing below moves up. */
  height: number
}

function FilledSlot({ model, fallback }: BuilderSlotProps) {
  const { pathname } = useLocation()
  const [box, near] = useNearView<HTMLDivElement>(NEAR_PX)
  const { data: content } = useQuery({ ...builderContentOptions(model, pathname), enabled: near })
  // Brought earlier in this visit: there is nothing to replace.
  const [shown, setShown] = useState<Shown | null>(content ? { content, height: 0 } : null)
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    if (!content || !box.current) return
    const { top, bottom, height } = box.current.getBoundingClientRect()
    const inSight = model !== 'page' && bottom > 0 && top < window.innerHeight
    setShown((now) => now ?? { content, height: inSight ? height : 0 })
  }, [content, model, box])

  return (
    <div ref={box} style={shown && !broken ? { minHeight: shown.height } : undefined}>
      {shown && !broken ? (
        <SoftBoundary onError={() => setBroken(true)}>
          {model === 'page' && <ContentHead content={shown.content} path={pathname} />}
          <BuilderView model={model} path={pathname} content={shown.content} fallback={fallback} />
        </SoftBoundary>
      ) : (
        fallback
      )}
    </div>
  )
}
