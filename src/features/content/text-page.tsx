import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t, translate } from '@/language/text'
import { englishLanguage } from '@/language/text-language'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { pageOptions } from './queries'
import { RichText, richTextLanguage } from './rich-text'

interface TextPageProps {
  /** Of the `pages` record, and the page's own address. */
  slug: string
  path: string
  title: string
  description: string
  /** The words that stand while no record has any, or the record cannot be had. */
  builtIn: ReactNode
  /** Stands below either text: facts from the settings that no text may leave out. */
  below?: ReactNode
  /** Right below the words; `changed` is the date of the record they come from, empty for those built in. */
  foot?: (changed: string) => ReactNode
  /** Beside the text on wide screens, below it on others. */
  picture?: ReactNode
  /**
   * A policy counts in the language it is written in: its built-in words are English, and a page in another language
   * says so.
   */
  policy?: boolean
}

/** A page whose words the shop may write in its records. */
export function TextPage({ slug, path, title, description, builtIn, below, foot, picture, policy }: TextPageProps) {
  const { data, isPending } = useQuery(pageOptions(slug))
  const heading = data?.title ? translate(data.title) : title
  const language = data?.body ? richTextLanguage(data.body) : policy ? englishLanguage() : undefined
  return (
    <>
      <Head title={heading} description={description} path={path} />
      <article className="wrap pb-section">
        <PageHead
          title={heading}
          lead={policy && !isPending && language === 'en-IN' ? t('This policy is in English.') : undefined}
        />
        <div className={picture ? 'grid gap-9 lg:grid-cols-[7fr_5fr] lg:gap-18' : undefined}>
          {isPending ? (
            <TextSkeleton />
          ) : data?.body ? (
            <RichText html={data.body} />
          ) : (
            <div lang={language} className="prose">
              {builtIn}
            </div>
          )}
          {picture}
        </div>
        {foot && !isPending && foot(data?.body ? data.updated : '')}
        {below && <div className="prose mt-10 border-line border-t pt-8">{below}</div>}
      </article>
    </>
  )
}

const LINES = ['w-full', 'w-4/5', 'w-full', 'w-3/4', 'w-2/3']

/** A paragraph on its way. */
export function TextSkeleton() {
  return (
    <div role="status" className="flex max-w-[70ch] flex-col gap-3">
      <span className="sr-only">{t('Loading text')}</span>
      {LINES.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
