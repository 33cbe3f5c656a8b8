import { queryOptions, useQuery } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { WORDS_SHOWN } from '@/domain/limits'
import { parseTestimonial, type Testimonial } from '@/domain/site/words'
import { ownWords, t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Rating } from '@/ui/rating'

/** What customers say, in the shop's order (HOME-11). */
export function testimonialsOptions() {
  return queryOptions({
    queryKey: ['testimonials'],
    queryFn: async ({ signal }): Promise<Testimonial[]> => {
      const store = await recordStore()
      const query = { filter: 'active = true', sort: 'order', expand: 'product', skipTotal: true, signal }
      return (await store.collection('testimonials').getList(1, WORDS_SHOWN, query)).items.map(parseTestimonial)
    },
  })
}

/** What customers say (HOME-11). */
export function TestimonialsSection() {
  const { data: said = [] } = useQuery(testimonialsOptions())
  if (said.length === 0) return null
  return (
    <section aria-label={t('Testimonials')} className="mt-section bg-sunken py-section">
      <ul className="wrap grid grid-cols-1 gap-10 break-words md:grid-cols-3 md:gap-14">
        {said.map(({ name, location, text, rating, product }) => (
          <li key={name + text}>
            <figure>
              <div aria-hidden="true" className="stitch mb-6 text-line-strong opacity-55" />
              {rating > 0 && <Rating value={rating} />}
              <blockquote
                lang={textLanguage(ownWords(text))}
                className="mt-3.5 mb-5 text-pretty font-display text-quote"
              >
                {ownWords(text)}
              </blockquote>
              <figcaption>
                <span lang={textLanguage(name)}>{name}</span>
                {location && (
                  <>
                    , <span lang={textLanguage(ownWords(location))}>{ownWords(location)}</span>
                  </>
                )}
                <span lang={textLanguage(product)} className="block text-ink-3 text-sm">
                  {product}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
