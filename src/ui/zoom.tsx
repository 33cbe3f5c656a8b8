import type { ReactNode } from 'react'
import { lazyComponent } from './lazy'
import { LazyOverlay } from './lazy-overlay'

export interface ZoomPicture {
  src: string
  /** For the strip below. */
  small: string
  alt: string
}

export interface ZoomProps {
  /** Number of the picture it opens with; null while it is closed. */
  at: number | null
  onClose: () => void
  /** Names the dialog. */
  title: string
  pictures: readonly ZoomPicture[]
  /** Below the pictures. */
  foot?: ReactNode
}

const ZoomView = lazyComponent<ZoomProps>(() => import('./zoom-view').then((module) => module.ZoomView))

/** Pictures as large as the screen, to be swiped, pinched and pulled away. Its code is fetched at the first opening. */
export function Zoom(props: ZoomProps) {
  if (props.at === null) return null
  return (
    <LazyOverlay open title={props.title} onFailed={props.onClose}>
      <ZoomView {...props} />
    </LazyOverlay>
  )
}

/** Fetches its code ahead of the opening, when a finger or a pointer comes to a picture. */
export function preloadZoom(): void {
  ZoomView.preload().catch(() => undefined)
}
