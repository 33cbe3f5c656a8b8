import { type ComponentType, type ReactNode, use } from 'react'

/** How long a failure is kept, ms: long enough to reach the boundary, short enough for the shopper's next try. */
const KEPT_FAILURE_MS = 1000

type Loading = Promise<void> & { status?: 'fulfilled' }

export interface LazyComponent<P> {
  (props: P): ReactNode
  /**
   * Starts the download, again if the last one failed; resolves when the component can render without waiting, and
   * says at once when it can already.
   */
  preload(): Loading
  /** Sets the component without a download (server rendering). */
  preset(component: ComponentType<P>): void
}

/**
 * A component whose code is fetched when first needed. Unlike `React.lazy` it renders at once when the code is there,
 * so neither hydration nor a second visit shows the fallback; and a failed download is tried again by `preload`, or
 * by the next mount. (Chromium, since 148, tries no module again that failed once, for as long as the document is
 * there: whoever offers another try has a way to a new one.)
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Loading | undefined
  let failed = false

  const preload = (): Loading => {
    if (!loading || failed) {
      failed = false
      const attempt: Loading = load().then(
        (component) => {
          loaded = component
          // What React would note itself, one render later: this promise can be read at once.
          Object.assign(attempt, { status: 'fulfilled', value: undefined })
        },
        (error: unknown) => {
          failed = true
          setTimeout(() => {
            if (failed) loading = undefined
          }, KEPT_FAILURE_MS)
          throw error
        },
      )
      loading = attempt
    }
    return loading
  }

  const Lazy: LazyComponent<P> = (props) => {
    // A download that just failed is thrown to the boundary as it is: starting again here would go on for ever.
    // Also called when the code is there: React minds a component that waited in use() and does not call it once more.
    if (loading || !loaded) use((loading ?? preload()) as Promise<void>)
    const Loaded = loaded as ComponentType<P>
    return <Loaded {...props} />
  }
  Lazy.preload = preload
  Lazy.preset = (component) => {
    loaded = component
  }
  return Lazy
}
