import { readFile } from './files'

/**
 * Where the built client is: `STORE_PUBLIC_DIR`, else `dist` of the checkout, else PocketBase's usual `pb_public`
 * beside the hooks.
 */
export function publicDir(): string | undefined {
  const candidates = [$os.getenv('STORE_PUBLIC_DIR'), `${__hooks}/../../dist`, `${__hooks}/../pb_public`]
  return candidates.find((candidate) => candidate !== '' && readFile(`${candidate}/index.html`))
}
