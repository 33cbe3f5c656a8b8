import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { track } from '@/integrations/analytics'

/**
 * Stands behind the page in the same boundary, so it runs when the page has rendered: moves the keyboard to the page, tells screen readers
 * its title and records the page view (ROUTE-23). The first page of a visit is announced by the browser itself.
 */
export function PageArrival({ initial }: { initial: boolean }) {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')

  useEffect(() => {
    // A page's title is set by an effect of the page, which may still be waiting for its record.
    const timer = setTimeout(() => {
      track({
        event: 'page_view',
        page_path: pathname,
        page_title: document.title,
        page_location: window.location.href,
      })
      if (!initial) setTitle(document.title)
    }, 100)
    if (!initial) {
      const main = document.getElementById('main')
      const dialogOpen = document.querySelector('[role="dialog"][data-state="open"]')
      if (!dialogOpen) main?.focus({ preventScroll: true })
    }
    return () => clearTimeout(timer)
  }, [pathname, initial])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
