import { Builder } from '@builder.io/react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { GRID_PAGE_SIZE } from '@/domain/limits'
import { ProductCard } from '@/features/catalog/product-card'
import { ProductList } from '@/features/catalog/product-list'
import { productOptions } from '@/features/catalog/queries'
import { OfferBanner } from '@/features/offers/offer-banner'
import { t } from '@/language/text'
import { Skeleton } from '@/ui/skeleton'
import { FormBlock } from './form-block'

/** The shop's own pieces in the builder's editor, and its form in the place of the SDK's (docs/decisions/0012). */
export function registerBlocks(): void {
  Builder.registerComponent(ProductGridBlock, {
    name: 'Product grid',
    inputs: [
      { name: 'title', type: 'string', helperText: 'Heading above the products; may be empty' },
      {
        name: 'selection',
        type: 'string',
        enum: ['all', 'bestsellers', 'new'],
        defaultValue: 'all',
        helperText: 'Which products',
      },
      { name: 'category', type: 'string', helperText: 'Only this category, such as soaps' },
      { name: 'tag', type: 'string', helperText: 'Only products with this tag, such as gift' },
      { name: 'count', type: 'number', defaultValue: GRID_PAGE_SIZE, helperText: 'How many at first' },
    ],
  })
  Builder.registerComponent(ProductCardBlock, {
    name: 'Product card',
    inputs: [
      { name: 'product', type: 'string', required: true, helperText: 'Id of the product: the end of its address' },
    ],
  })
  Builder.registerComponent(OfferBannerBlock, { name: 'Offer banner', inputs: [] })
  // Same name, same settings in the editor, another component.
  const form = Builder.components.find(({ name }) => name === 'Form:Form')
  Builder.registerComponent(FormBlock, { ...form, name: 'Form:Form', class: FormBlock })
}

interface ProductGridBlockProps {
  title?: string
  selection?: 'all' | 'bestsellers' | 'new'
  category?: string
  tag?: string
  count?: number
}

function ProductGridBlock({ title, selection, category, tag, count }: ProductGridBlockProps) {
  const id = useId()
  const [show, setShow] = useState(count && count > 0 ? Math.floor(count) : GRID_PAGE_SIZE)
  const filter = { category, tag, bestseller: selection === 'bestsellers', new: selection === 'new' }
  return (
    <section aria-labelledby={title ? id : undefined} className="wrap pt-section">
      {title && (
        <h2 id={id} className="mb-7">
          {title}
        </h2>
      )}
      <ProductList
        filter={filter}
        show={show}
        onShowMore={setShow}
        empty={<p className="text-ink-2">{t('Nothing on this shelf yet.')}</p>}
      />
    </section>
  )
}

/** Nothing when the product is gone: a page made last year goes on. */
function ProductCardBlock({ product = '' }: { product?: string }) {
  const { data, isPending } = useQuery({ ...productOptions(product), enabled: product !== '' })
  if (data) return <ProductCard product={data} />
  return isPending && product ? <Skeleton className="aspect-square" /> : null
}

function OfferBannerBlock() {
  return <OfferBanner reached />
}
