import type { LucideIconData } from '@lucide/icons'
import ChevronLeft from '@lucide/icons/icons/chevron-left'
import ChevronRight from '@lucide/icons/icons/chevron-right'
import X from '@lucide/icons/icons/x'
import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import Lightbox, {
  ACTION_CLOSE,
  type ComponentProps,
  type ControllerRef,
  createModule,
  IMAGE_FIT_CONTAIN,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type PluginProps,
  useEvents,
} from 'yet-another-react-lightbox'
import Zooming from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import { ICON_BUTTON } from './icon-button'
import { useOpenedFrom } from './opened-from'
import { OverlayLinks, useClosedByBack } from './overlay'

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

/** How often a picture's own pixels are drawn across, at most. */
const MAX_PIXEL_RATIO = 3

export function ZoomView({ at, onClose, title, pictures, foot }: ZoomProps) {
  const [index, setIndex] = useState(at ?? 0)
  const panel = useRef<HTMLDivElement>(null)
  const stage = useRef<ControllerRef>(null)
  const openedFrom = useOpenedFrom()
  useClosedByBack(true, onClose)
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          className="fixed inset-0 z-sheet grid grid-cols-[minmax(0,1fr)] grid-rows-[56px_minmax(0,1fr)_auto_auto] bg-page outline-none motion-safe:animate-[fade-in_200ms] lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[64px_minmax(0,1fr)_auto]"
          onKeyDown={({ key, target }) => {
            // The pictures themselves listen when the keyboard is with them.
            if (target instanceof Element && target.closest('.yarl__root')) return
            if (key === 'ArrowRight') stage.current?.next()
            if (key === 'ArrowLeft') stage.current?.prev()
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            openedFrom.note()
            panel.current?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={openedFrom.giveBack}
        >
          <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center border-line border-b pr-2 pl-gutter lg:col-span-2">
            <Dialog.Title className="truncate font-normal font-text text-ink-2 text-sm tracking-normal">
              {title}
            </Dialog.Title>
            <p role="status" className="tabular-nums">
              {index + 1} / {pictures.length}
            </p>
            <Dialog.Close aria-label={t('Close')} className={classNames(ICON_BUTTON, 'justify-self-end')}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <Stage controller={stage} pictures={pictures} index={index} onIndex={setIndex} onClose={onClose} />
          {pictures.length > 1 && <Strip pictures={pictures} index={index} onIndex={setIndex} />}
          <OverlayLinks>
            <div className="border-line border-t px-gutter pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] empty:hidden lg:col-start-2 lg:row-start-3 lg:px-6 lg:py-5">
              {foot}
            </div>
          </OverlayLinks>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface Shown {
  pictures: readonly ZoomPicture[]
  index: number
  onIndex: (index: number) => void
}

interface StageProps extends Shown {
  controller: Ref<ControllerRef>
  onClose: () => void
}

function Stage({ controller, pictures, index, onIndex, onClose }: StageProps) {
  return (
    <div className="min-h-0 bg-tile lg:row-span-2">
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={pictures.map(({ src, alt }) => ({ src, alt }))}
        plugins={[inPlace, Zooming]}
        on={{ view: ({ index: shown }) => onIndex(shown) }}
        toolbar={{ buttons: [] }}
        carousel={{ finite: true, padding: 0, spacing: 0, imageFit: IMAGE_FIT_CONTAIN }}
        controller={{ ref: controller, closeOnPullDown: true, focus: false }}
        zoom={{ maxZoomPixelRatio: MAX_PIXEL_RATIO, scrollToZoom: true, doubleTapDelay: 300 }}
        animation={{ swipe: 280 }}
        styles={{
          root: {
            '--yarl__color_backdrop': 'transparent',
            '--yarl__button_filter': 'none',
            '--yarl__slide_icon_loading_color': 'var(--ink-2)',
          },
        }}
        labels={{
          Previous: t('Previous picture'),
          Next: t('Next picture'),
          'Photo gallery': t('Pictures'),
          '{index} of {total}': t('Picture {number} of {total}', { number: '{index}', total: '{total}' }),
        }}
        render={{
          iconPrev: () => <Arrow of={ChevronLeft} />,
          iconNext: () => <Arrow of={ChevronRight} />,
          buttonZoom: () => null,
          ...(pictures.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </div>
  )
}

function Arrow({ of }: { of: LucideIconData }) {
  return (
    <span className="grid size-11 place-items-center rounded-full bg-paper text-on-photo in-[button:focus-visible]:outline-[3px] in-[button:focus-visible]:outline-on-photo">
      <Icon of={of} />
    </span>
  )
}

/** Draws the pictures where they stand, in our own dialog, instead of in one of the library's. */
function inPlace({ replace, remove }: PluginProps): void {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule('in-place', InPlace))
}

function InPlace({ close, styles, className, children }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return (
    <LightboxRoot className={classNames('relative size-full', className)} style={styles.root}>
      {children}
    </LightboxRoot>
  )
}

function Strip({ pictures, index, onIndex }: Shown) {
  return (
    <ul className="flex gap-0.5 overflow-x-auto px-gutter py-2 [scrollbar-width:none] lg:flex-wrap lg:content-start lg:overflow-y-auto lg:px-6 lg:py-6">
      {pictures.map(({ small }, number) => (
        <li key={small} className="flex-none">
          <button
            type="button"
            aria-label={t('Picture {number} of {total}', { number: number + 1, total: pictures.length })}
            aria-current={number === index ? 'true' : undefined}
            onClick={() => onIndex(number)}
            className="block size-14 bg-tile p-0 outline-offset-2 aria-[current=true]:opacity-100 aria-[current=true]:shadow-[inset_0_0_0_2px_var(--ink)] opacity-80 lg:size-25"
          >
            <img src={small} alt="" className="photo size-full object-cover p-[3px]" />
          </button>
        </li>
      ))}
    </ul>
  )
}
