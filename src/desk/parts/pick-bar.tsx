import { type ReactNode, useEffect, useRef } from 'react'
import { giveFocusBack } from './focus'

/** The dark bar at the foot: what is ticked or not yet saved, and what can be done with it. */
export function PickBar({ says, sub, children }: { says: ReactNode; sub: ReactNode; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const root = ref.current?.getRootNode()
    return () => giveFocusBack(root)
  }, [])
  return (
    <section
      ref={ref}
      aria-label="What is chosen"
      className="sticky bottom-5 z-header mt-6 flex min-h-16 items-center gap-4 rounded bg-bar py-2.5 pr-3 pl-5 text-on-bar shadow-float max-md:-mx-5 max-md:bottom-[60px] max-md:flex-wrap max-md:gap-x-2.5 max-md:gap-y-2 max-md:rounded-none max-md:px-5 max-md:[&>:not(p)]:flex-1"
    >
      <p className="min-w-0 flex-1 leading-snug max-md:flex-[1_1_100%]!" aria-live="polite">
        {says}
        {sub && <span className="block text-[13px] text-on-bar-2">{sub}</span>}
      </p>
      {children}
    </section>
  )
}
