import { lazyComponent } from '@/ui/lazy'

const belowFold = () => import('./below-fold')

/** What lies below the first view, or over it in time, and has nothing to press but links: its code comes later. */
export const CategoryTiles = lazyComponent(() => belowFold().then((it) => it.CategoryTiles))
export const FeaturesSection = lazyComponent(() => belowFold().then((it) => it.FeaturesSection))
export const SamplerSection = lazyComponent(() => belowFold().then((it) => it.SamplerSection))
export const TestimonialsSection = lazyComponent(() => belowFold().then((it) => it.TestimonialsSection))
export const FloatingChat = lazyComponent(() => belowFold().then((it) => it.FloatingChat))
