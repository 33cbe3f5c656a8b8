import { useHost } from '../session'

/** A product's picture, as a small square; an empty one where there is none. */
export function Photo({ product, file }: { product: string; file: string }) {
  const { store } = useHost()
  if (!file) return <span aria-hidden="true" className="photo" />
  const path = ['products', product, file].map(encodeURIComponent).join('/')
  return <img className="photo" src={store.buildURL(`/api/files/${path}?thumb=100x0`)} alt="" loading="lazy" />
}
