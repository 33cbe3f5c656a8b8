import { IMAGE_MARGIN_PX } from '@/domain/limits'
import { lightSizes, savesData } from '@/lib/saves-data'

/**
 * Pictures of a rendered page begin to load as they come near, also before the page's code is here (ui/picture.tsx).
 */
if (typeof IntersectionObserver === 'function') {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        watcher.unobserve(target)
        const image = target as HTMLImageElement
        const { src, srcset } = image.dataset
        image.sizes = lightSizes(image.sizes)
        if (srcset) image.srcset = srcset
        if (src) image.src = src
      }
    },
    { rootMargin: `${savesData() ? 0 : IMAGE_MARGIN_PX}px` },
  )
  for (const image of document.querySelectorAll('img[data-src]')) watcher.observe(image)
}
