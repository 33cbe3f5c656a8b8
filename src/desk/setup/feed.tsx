import { CopyButton } from '../parts/copy-button'
import { SectionHead } from '../parts/head'
import { useHost } from '../session'

/** The address by which Google and Meta read what is on sale. */
export function Feed() {
  const { store } = useHost()
  // Of the desk's own address nothing but the origin.
  const address = new URL(store.buildURL('/feeds/google.xml')).href
  return (
    <section className="mt-9 max-w-[70ch]" aria-labelledby="feed">
      <SectionHead id="feed" title="Found elsewhere">
        <CopyButton text={address} done="The address is copied.">
          Copy the address
        </CopyButton>
      </SectionHead>
      <p className="text-ink-2">
        Give this address to Google Merchant Center or Meta’s Commerce Manager as a feed that is fetched every day. What
        is on sale then stands in their lists too, with today’s prices.
      </p>
      <p className="wrap-anywhere mt-2">
        <a className="link" href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
    </section>
  )
}
