import type { ReactNode } from 'react'
import { fileUrl } from '@/api/files'
import { formatPaise, type Paise } from '@/domain/money'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Picture } from '@/ui/picture'

interface SummaryLineProps {
  /** Id of the product and file name of its picture, as they were when it was bought. */
  product: string
  image: string
  name: string
  detail: string
  amount: ReactNode
  /** Below the line, such as what is wrong with it. */
  note?: ReactNode
}

/** One bought or to be bought line: photo, name, what and how many, its price. */
export function SummaryLine({ product, image, name, detail, amount, note }: SummaryLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1 py-3">
      <Picture
        source={image ? { src: fileUrl({ id: product, collectionId: 'products' }, image, 'small') } : null}
        alt=""
        className="size-16 flex-none print:hidden"
      />
      <span className="min-w-0 flex-[1_1_6rem] [overflow-wrap:anywhere]">
        <span lang={textLanguage(name)} className="block font-display text-name">
          {name}
        </span>
        <span className="block text-ink-3 text-sm">{detail}</span>
      </span>
      <span className="ml-auto tabular-nums">{amount}</span>
      {note && <div className="mt-1 basis-full text-sm">{note}</div>}
    </li>
  )
}

interface LineAmountProps {
  line_total: Paise
  /** What is taken off it. */
  discount?: Paise
  is_gift?: boolean
}

/** What a line costs; in front of it, for the eye, what it would without the promotion. A gift is free. */
export function LineAmount({ line_total, discount = 0, is_gift }: LineAmountProps) {
  if (is_gift) return t('Free')
  return (
    <span className="block text-right leading-[1.3]">
      {discount > 0 && (
        <s aria-hidden="true" className="block text-ink-3 text-xs">
          {formatPaise(line_total)}
        </s>
      )}
      {formatPaise(line_total - discount)}
    </span>
  )
}
