import { lateTypefaces } from '@/lib/late-typefaces'
import { fetchCuts, ITALIC } from '@/lib/typefaces'

/** Fetches what a product's page is written with and a list is not. It waits for the next page (PAINT-06). */
export async function fetchProductTypeface(): Promise<void> {
  const faces = document.getElementById('faces')
  if (faces instanceof HTMLStyleElement) lateTypefaces.letIn = (await fetchCuts(faces, [ITALIC])).letIn
}
