import { IMAGE_MARGIN_PX } from '@/domain/limits'
import { savesData } from '@/lib/saves-data'

/**
 * Pictures of a rendered page begin to load as they come near, also before the page's code is here (ui/picture.tsx);
 * where few bytes are wanted they wait for it (IMG-04).
 */
export function watchPictures(): void {
  if (typeof IntersectionObserver !== 'function' || savesData()) return
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
    { rootMargin: `${IMAGE_MARGIN_PX}px` },
  )
  for (const image of document.querySelectorAll('img[data-src]')) watcher.observe(image)
}
watchPictures()
