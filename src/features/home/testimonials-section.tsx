import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Rating } from '@/ui/rating'
import { TESTIMONIALS } from './testimonials'

/** What three customers say (HOME-11). */
export function TestimonialsSection() {
  return (
    <section aria-label={t('Testimonials')} className="mt-section bg-sunken py-section">
      <ul className="wrap grid gap-10 md:grid-cols-3 md:gap-14">
        {TESTIMONIALS.map(({ id, name, location, text, rating, product }) => (
          <li key={id}>
            <figure>
              <div aria-hidden="true" className="stitch mb-6 text-line-strong opacity-55" />
              <Rating value={rating} />
              <blockquote
                lang={textLanguage(translate(text))}
                className="mt-3.5 mb-5 text-pretty font-display text-quote"
              >
                {translate(text)}
              </blockquote>
              <figcaption>
                {name}, {translate(location)}
                <span className="block text-ink-3 text-sm">{product}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
