import LinkIcon from '@lucide/icons/icons/link'
import MessageCircle from '@lucide/icons/icons/message-circle'
import Share from '@lucide/icons/icons/share-2'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '@/language/text'
import { buttonClass } from './button-style'
import { Icon } from './icon'
import { Input } from './input'
import { Menu, preloadMenu, whenMenuIsHere } from './menu'
import { toast } from './toast'

type ShareMethod = 'system' | 'whatsapp' | 'link'

interface ShareButtonProps {
  /** What the button says. */
  label: string
  /** What is shared, in a few words that stand before its link. */
  title: string
  /** Path of it, with its query. */
  path: string
  /** It left the page, or its link was copied. */
  onShared: (method: ShareMethod) => void
}

const never = () => () => undefined
const canShare = () => typeof navigator.share === 'function'

/** Errors that say nothing went wrong: the shopper closed the sheet, or pressed again while it was opening. */
const SILENT = ['AbortError', 'InvalidStateError']

/** Shares a link: through the system's own sheet where there is one, else by a choice of WhatsApp and copying. */
export function ShareButton({ label, ...shared }: ShareButtonProps) {
  const system = useSyncExternalStore(never, canShare, () => false)
  const [menu, setMenu] = useState(false)
  const { url, byHand, field, refused, copy, share, tell } = useSharing(shared)
  const look = buttonClass({ look: 'ghost' })
  const face = (
    <>
      <Icon of={Share} size={16} className="-mt-0.5" />
      {label}
    </>
  )
  return (
    <>
      {!menu ? (
        // The same button before the browser is known: a press on the rendered page must find it again.
        <button
          type="button"
          aria-haspopup={system ? undefined : 'menu'}
          className={look}
          onPointerEnter={system ? undefined : preloadMenu}
          onFocus={system ? undefined : preloadMenu}
          onClick={() => (canShare() ? void share() : whenMenuIsHere(label, () => setMenu(true)))}
        >
          {face}
        </button>
      ) : (
        <Menu
          pressed
          label={label}
          align="start"
          className={look}
          // The refusal may come before the menu is gone, or after.
          focusNext={() => (refused.current ? field.current : null)}
          items={[
            { label: 'WhatsApp', icon: MessageCircle, onSelect: tell },
            { label: t('Copy link'), icon: LinkIcon, onSelect: () => void copy() },
          ]}
        >
          {face}
        </Menu>
      )}
      {byHand && (
        <Input
          ref={field}
          readOnly
          value={url()}
          aria-label={t('Link to copy')}
          className="w-full"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  )
}

/** The three ways out of the page, and the field with the link for where copying is forbidden. */
function useSharing({ title, path, onShared }: Omit<ShareButtonProps, 'label'>) {
  const [byHand, setByHand] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** The last try to copy failed: the field is where to go on. */
  const refused = useRef(false)
  useEffect(() => {
    if (byHand) field.current?.focus()
  }, [byHand])
  const url = () => window.location.origin + path

  const copy = async () => {
    refused.current = false
    try {
      await navigator.clipboard.writeText(url())
    } catch {
      // Forbidden, or a page without TLS: the shopper copies it.
      refused.current = true
      setByHand(true)
      field.current?.focus()
      return
    }
    setByHand(false)
    toast.success(t('Link copied'))
    onShared('link')
  }
  const share = async () => {
    try {
      await navigator.share({ title, text: title, url: url() })
    } catch (error) {
      if (!SILENT.includes((error as Error).name)) await copy()
      return
    }
    onShared('system')
  }
  const tell = () => {
    refused.current = false
    setByHand(false)
    window.open(`https://wa.me/?text=${encodeURIComponent(`${title} ${url()}`)}`, '_blank', 'noopener')
    onShared('whatsapp')
  }
  return { url, byHand, field, refused, copy, share, tell }
}
