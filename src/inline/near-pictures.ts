import { IMAGE_MARGIN_PX } from '@/domain/limits'
import { savesData } from '@/lib/saves-data'

/**
 * Pictures of a rendered page begin to load as they come near, also before the page's code is here (ui/picture.tsx),
 * and once the first and largest is there, whose line they would share; where few bytes are wanted they wait for the
 * code (IMG-04).
 */
export function watchPictures(): void {
  if (typeof IntersectionObserver !== 'function' || savesData()) return
  const first = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (first?.complete === false) first.onload = first.onerror = observe
  else observe()
}

function observe(): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        watcher.unobserve(target)
        const image = target as HTMLImageElement
        const { src, srcset } = image.dataset
        if (srcset) image.srcset = srcset
        if (src) image.src = src
      }
    },
    // What only touches the view's side, as a gallery's second picture does, is a swipe away.
    { rootMargin: `${IMAGE_MARGIN_PX}px -1px` },
  )
  for (const image of document.querySelectorAll('img[data-src]')) watcher.observe(image)
}
watchPictures()
