import { generate as bunny } from 'unpic/providers/bunny'
import { generate as cloudflare } from 'unpic/providers/cloudflare'
import { generate as cloudinary } from 'unpic/providers/cloudinary'
import { generate as imageengine } from 'unpic/providers/imageengine'
import { generate as imagekit } from 'unpic/providers/imagekit'
import { generate as imgix } from 'unpic/providers/imgix'
import { UserError } from '../start/lifecycle.mjs'

/**
 * An image service in front of the shop's pictures (docs/decisions/0035). The library that knows how each is asked
 * runs here, once, while the client is built: what is built in is the pattern of an address, which `src/api/files.ts`
 * fills in.
 */

/** Numbers no picture has, and a name no file has: where they stand in an address, the pattern has its gaps. */
const WIDTH = 11_111
const QUALITY = 77_777
const FILE = 'FILE'

/** The library changes the object it is given. */
const asked = () => ({ width: WIDTH, quality: QUALITY })

/**
 * Each asks for the width, never more than the picture has, and for the best format the browser takes. `at` has no
 * trailing slash.
 */
const SERVICES: Record<string, (at: string, path: string) => string> = {
  bunny: (at, path) => bunny(at + path, asked()),
  // On the shop's own domain unless another is named; what is in front of the record store then has to be named whole.
  cloudflare: (at, path) =>
    cloudflare(path, { ...asked(), fit: 'scale-down' }, at ? { domain: new URL(at).host } : undefined),
  cloudinary: (at, path) => cloudinary(at + path, { ...asked(), c: 'limit' }),
  imageengine: (at, path) => imageengine(at + path, { width: WIDTH, m: 'box' }),
  imagekit: (at, path) => imagekit(at + path, { ...asked(), format: 'auto', c: 'at_max' }),
  imgix: (at, path) => imgix(at + path, asked()),
}

/**
 * How the image service of `VITE_IMAGE_CDN` is asked for a picture: an address with `{file}` (collection, record and
 * file name, each encoded), `{width}` in px and, where the service takes one, `{quality}`. Empty when there is none.
 *
 * @throws UserError when the service is unknown or its address is missing or none
 */
export function imageCdnPattern(env: Record<string, string | undefined>): string {
  const { VITE_IMAGE_CDN: name, VITE_IMAGE_CDN_URL: url, VITE_POCKETBASE_URL: recordStore = '' } = env
  if (!name) return ''
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined
  if (!service) throw new UserError(`VITE_IMAGE_CDN is "${name}"; it may be ${Object.keys(SERVICES).join(' or ')}.`)
  if (!url && name !== 'cloudflare')
    throw new UserError(`VITE_IMAGE_CDN=${name} needs VITE_IMAGE_CDN_URL, its address.`)
  if (url && !/^https?:\/\/[^\s?#'"]+$/.test(url)) {
    throw new UserError(`VITE_IMAGE_CDN_URL is "${url}"; it must be an address such as https://shop.example.net.`)
  }
  const path = `/api/files/${FILE}`
  const source = name === 'cloudflare' ? recordStore.replace(/\/+$/, '') + path : path
  const address = service((url ?? '').replace(/\/+$/, ''), source)
  return address.replace(FILE, '{file}').replace(`${WIDTH}`, '{width}').replace(`${QUALITY}`, '{quality}')
}
