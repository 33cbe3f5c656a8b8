import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { track } from '@/integrations/analytics'
import { lateTypefaces } from '@/lib/late-typefaces'
import { titled } from '@/ui/head'

/**
 * Stands behind the page in the same boundary, so it runs when the page has rendered: moves the keyboard to the page,
 * and when its title is known, which may wait for a record, tells it to screen readers and records the page view
 * (ROUTE-23). The first page of a visit is announced by the browser itself.
 */
export function PageArrival({ initial }: { initial: boolean }) {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    if (initial) return
    // Typefaces that came late (src/inline/rest.ts): a page nobody has read yet is laid out in any case.
    document.querySelector('#faces[data-here]')?.removeAttribute('media')
    lateTypefaces.letIn?.()
    lateTypefaces.letIn = undefined
  }, [initial])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    titled.tell = () => {
      if (!titled.now) return
      titled.tell = undefined
      // A live region speaks of what changes in it, not of what it came with.
      timer = setTimeout(() => {
        track({
          event: 'page_view',
          page_path: pathname,
          page_title: document.title,
          page_location: window.location.href,
        })
        if (!initial) setTitle(document.title)
      }, 100)
    }
    titled.tell()
    if (!initial && !document.querySelector('[role="dialog"][data-state="open"]'))
      document.getElementById('main')?.focus({ preventScroll: true })
    return () => {
      titled.tell = undefined
      clearTimeout(timer)
    }
  }, [pathname, initial])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
