import { queryOptions } from '@tanstack/react-query'
import { firstRecord, recordStore } from '@/api/client'
import { visibleSections } from '@/domain/site/homepage'
import { parseSlide, type Slide } from '@/domain/site/slide'

/** Slides of the hero (HOME-04). */
const SLIDER_PAGE_SIZE = 10

/** The sections of the active homepage record, in order; without one all in their usual places (HOME-01, HOME-02). */
export function homepageOptions() {
  return queryOptions({
    queryKey: ['homepage_config'],
    queryFn: async ({ signal }) =>
      visibleSections(await firstRecord('homepage_config', { filter: 'is_active = true', signal })),
  })
}

/** The hero's slides in their order (HOME-04). */
export function slidesOptions() {
  return queryOptions({
    queryKey: ['slider_images'],
    queryFn: async ({ signal }): Promise<Slide[]> => {
      const store = await recordStore()
      const list = await store
        .collection('slider_images')
        .getList(1, SLIDER_PAGE_SIZE, { filter: 'active = true', sort: 'order', skipTotal: true, signal })
      return list.items.map(parseSlide)
    },
  })
}

/** A picture of the shop, with the record it belongs to. */
export interface TilePicture {
  id: string
  collectionId: string
  file: string
}

/** Pictures of the homepage's tiles, by key: `category-soap`, `gifting` (HOME-19). */
export function tilePicturesOptions() {
  return queryOptions({
    queryKey: ['assets', 'tiles'],
    queryFn: async ({ signal }): Promise<Partial<Record<string, TilePicture>>> => {
      const store = await recordStore()
      const filter = 'key ~ "category-%" || key = "gifting"'
      const { items } = await store
        .collection('assets')
        .getList(1, SLIDER_PAGE_SIZE, { filter, skipTotal: true, signal })
      return Object.fromEntries(items.map(({ key, id, collectionId, file }) => [key, { id, collectionId, file }]))
    },
  })
}
