import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { choose, useOffers } from '@/integrations/consent'
import { showConsent } from '@/integrations/consent-view'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { askingSentence } from './purpose-words'

/** How much of the window's foot the notice takes, for the things that stand there too (index.css). */
const HEIGHT = '--consent-height'

/** Keeps the height of an element in a property of the page while it stands. */
function useHeightOnPage(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${box.current?.offsetHeight ?? 0}px`))
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [box])
}

/**
 * Asks at the foot of the window, over nothing but the page's end: the shop can be used without answering. Yes and no
 * are the same kind of button. It stands early in the document, so that the keyboard reaches it soon, and takes no
 * focus.
 */
export function ConsentNotice() {
  const offers = useOffers()
  const box = useRef<HTMLElement>(null)
  useHeightOnPage(box)
  const [news, setNews] = useState('')

  useEffect(() => {
    // A live region speaks of what changes in it, not of what it came with.
    const timer = setTimeout(() => setNews(t('Your privacy choice is asked for at the beginning of the page.')), 500)
    return () => clearTimeout(timer)
  }, [])

  const decide = (allowed: boolean) => {
    // The pressed button is about to go; the keyboard goes on with the page.
    if (box.current?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    choose({ analytics: allowed, advertising: allowed })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <section
        ref={box}
        aria-labelledby="consent-title"
        className="fixed inset-x-0 bottom-0 z-header max-h-[60dvh] overflow-y-auto border-line border-t bg-page pt-4 pb-[calc(16px+env(safe-area-inset-bottom))] shadow-float"
      >
        <div className="wrap flex flex-col gap-3 lg:flex-row lg:items-center lg:gap-10">
          <div className="min-w-0 lg:flex-1">
            <h2 id="consent-title" className="text-name-lg tracking-normal">
              {t('Your privacy')}
            </h2>
            <p className="mt-1 text-ink-2 text-sm">
              {askingSentence(offers)}{' '}
              <Link to={paths.privacy()} className="link whitespace-nowrap">
                {t('Privacy policy')}
              </Link>
            </p>
          </div>
          <div className="grid grid-cols-2 gap-x-3 gap-y-1 sm:flex sm:flex-wrap">
            <Button look="line" className="max-sm:px-2" onClick={() => decide(true)}>
              {t('Accept all')}
            </Button>
            <Button look="line" className="max-sm:px-2" onClick={() => decide(false)}>
              {t('Only necessary')}
            </Button>
            <Button look="ghost" className="max-sm:col-span-2" onClick={() => showConsent('choices')}>
              {t('Choose')}
            </Button>
          </div>
        </div>
      </section>
    </>
  )
}
