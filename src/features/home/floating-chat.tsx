import MessageCircle from '@lucide/icons/icons/message-circle'
import { useEffect, useState } from 'react'
import { useChatAddress } from '@/api/settings'
import { track } from '@/integrations/analytics'
import { t } from '@/language/text'
import { Icon } from '@/ui/icon'

/**
 * Order via chat: floats over the homepage, with the first words filled in; nothing without a number (HOME-14). It
 * covers nothing one wants to press (HOME-17).
 */
export function FloatingChat() {
  const address = useChatAddress()
  const away = useAway()
  if (!address || away === undefined) return null
  return (
    <a
      href={address}
      target="_blank"
      inert={away}
      onClick={() => track({ event: 'button_click', button_name: 'Order via chat', button_location: 'chat' })}
      rel="noopener noreferrer"
      className="fixed right-3 bottom-[calc(8px+var(--consent-height,0px))] z-chat inline-flex h-11 min-w-11 items-center justify-center gap-2.5 rounded-full bg-surface pt-px font-medium text-sm shadow-float transition-[translate] duration-base inert:translate-y-[calc(100%+2rem+var(--consent-height,0px))] md:right-gutter md:bottom-[calc(20px+var(--consent-height,0px))] md:h-12 md:pr-4.5 md:pl-4 max-[22.4em]:hidden print:hidden [:root:has(input:focus,[data-scroll-locked])_&]:hidden"
    >
      <Icon of={MessageCircle} />
      <span className="max-md:sr-only">{t('Order via chat')}</span>
    </a>
  )
}

/**
 * True while the page is scrolled down, and wherever the newsletter's field or the footer is in the window. Unknown
 * until the code is here: a press before it would not be told (STAT-01).
 */
function useAway(): boolean | undefined {
  const [away, setAway] = useState<boolean>()
  useEffect(() => {
    let last = window.scrollY
    const follow = () => {
      // Not below 0: a phone's page springs back from there.
      const down = window.scrollY > Math.max(last, 0)
      last = window.scrollY
      setAway(down || [...document.querySelectorAll('main form, #root > footer')].some(isInWindow))
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  return away
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}
