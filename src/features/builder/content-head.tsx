import { Head } from '@/ui/head'
import type { BuilderContent } from './builder-view'

interface ContentHeadProps {
  content: BuilderContent
  path: string
  noindex?: boolean
}

/** Title and description of an entry, and a main heading where its blocks have none. */
export function ContentHead({ content: { data }, path, noindex }: ContentHeadProps) {
  const title = text(data.title) || text(data.pageTitle)
  return (
    <>
      <Head
        title={title}
        description={text(data.description) || text(data.pageDescription)}
        path={noindex ? undefined : path}
        noindex={noindex}
      />
      {title && !hasHeading(data.blocks) && <h1 className="sr-only">{title}</h1>}
    </>
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function hasHeading(blocks: unknown): boolean {
  return /<h1[\s>]|"tagName":"h1"/.test(JSON.stringify(blocks))
}
