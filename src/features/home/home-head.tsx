import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { sharedPicture } from '@/api/files'
import { useSettings } from '@/api/settings'
import type { StoreSettings } from '@/domain/site/settings'
import type { Slide } from '@/domain/site/slide'
import { ownWords } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Head, HeadContext } from '@/ui/head'
import { DESKTOP } from '@/ui/picture'
import { heroPicture } from './hero-picture'
import { slidesOptions } from './queries'

/**
 * What the homepage says about itself, and its heading: the shop's name. The first slide's picture is fetched with the
 * HTML and shared with links.
 */
export function HomeHead() {
  const slide = useQuery(slidesOptions()).data?.[0]
  const settings = useSettings()
  return (
    <>
      <Head
        description={ownWords(settings.footer_mission)}
        path={paths.home()}
        image={slide && sharedPicture(slide, slide.image, slide.title)}
        jsonLd={shopData(settings, useContext(HeadContext).origin)}
        preload={slide && heroPreload(slide)}
      />
      <h1 lang={textLanguage(settings.store_name)} className="sr-only">
        {settings.store_name}
      </h1>
    </>
  )
}

/** The first slide's picture: one of the two, by the window. */
function heroPreload(slide: Slide) {
  const { source, sizes, desktop } = heroPicture(slide)
  if (!source) return []
  const phone = { ...source, sizes }
  return desktop
    ? [
        { ...phone, media: '(max-width: 63.99em)' },
        { src: source.src, ...desktop, media: DESKTOP },
      ]
    : [phone]
}

/** The shop itself for search engines (schema.org): only what its owner has filled in. */
function shopData(settings: StoreSettings, origin: string): object[] {
  const elsewhere = [settings.social_instagram, settings.social_facebook, settings.social_youtube].filter(Boolean)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: settings.store_name,
      url: origin + paths.home(),
      ...(settings.seller_legal_name && { legalName: settings.seller_legal_name }),
      ...(settings.seller_email && { email: settings.seller_email }),
      ...(settings.seller_phone && { telephone: settings.seller_phone }),
      ...(settings.seller_address && { address: settings.seller_address }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: settings.store_name,
      url: origin + paths.home(),
      potentialAction: {
        '@type': 'SearchAction',
        target: `${origin}${paths.search('')}{search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
