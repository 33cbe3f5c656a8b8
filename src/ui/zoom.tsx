import { lazyComponent } from './lazy'
import { LazyOverlay } from './lazy-overlay'
import type { ZoomProps } from './zoom-view'

const ZoomView = lazyComponent<ZoomProps>(() => import('./zoom-view').then((module) => module.ZoomView))

/** Pictures as large as the screen, to be swiped, pinched and pulled away. Its code is fetched at the first opening. */
export function Zoom(props: ZoomProps) {
  if (props.at === null) return null
  return (
    <LazyOverlay open title={props.title} takeBack={props.onClose}>
      <ZoomView {...props} />
    </LazyOverlay>
  )
}

/** Fetches its code ahead of the opening, when a finger or a pointer comes to a picture. */
export function preloadZoom(): void {
  ZoomView.preload().catch(() => undefined)
}
