import { useId } from 'react'
import type { Ingredient, Label } from '@/domain/catalog/label'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { FACTS, Fact } from './product-facts'

/**
 * What the law wants beside a product, as it stands on its pack (LABEL-01). Only what the record has is shown. Below
 * the gallery where that has a column of its own.
 */
export function ProductLabel({ label }: { label: Label | null }) {
  const id = useId()
  if (!label) return null
  return (
    <section aria-labelledby={id} className="@container mt-8 min-w-0">
      <h2 id={id} className="mb-2 text-h3">
        {t('On the label')}
      </h2>
      <dl className={FACTS}>
        {label.ingredients.length > 0 && <Ingredients of={label.ingredients} />}
        {label.rows.map((row) => (
          <Fact key={row.term} {...row} />
        ))}
      </dl>
    </section>
  )
}

/** First what people call them, then their INCI names, where they are written. */
function Ingredients({ of }: { of: readonly Ingredient[] }) {
  const names = of.map(({ name }) => name).join(', ')
  const inci = of.flatMap(({ inci }) => inci || []).join(', ')
  return (
    <div className="col-span-full [overflow-wrap:anywhere]">
      <dt className="text-ink-3">{t('Ingredients, in order of weight')}</dt>
      <dd className="text-ink">
        <span lang={textLanguage(names)} className="block font-display">
          {names}
        </span>
        {inci && (
          <span className="block text-ink-2 text-sm">
            {t('INCI')}: <span lang="la">{inci}</span>
          </span>
        )}
      </dd>
    </div>
  )
}
