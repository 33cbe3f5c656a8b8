import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { t } from '@/language/text'
import { SoftBoundary } from '@/ui/soft-boundary'
import { Spinner } from '@/ui/spinner'
import type { BuilderModel } from './builder-view'
import { ContentHead } from './content-head'
import { BuilderView, builderContentOptions } from './content-query'

interface BuilderPageProps {
  /** Address the content is published for. */
  path: string
  /** A preview is for the shop's own people: the editor may show any model here, and search engines nothing. */
  preview: boolean
  /** When there is no such content. */
  fallback: ReactNode
}

/** A whole page of the page builder (ROUTE-18). */
export function BuilderPage(props: BuilderPageProps) {
  // Another address is another page, also for what went wrong on the last.
  return import.meta.env.VITE_BUILDER_API_KEY ? <PublishedPage key={props.path} {...props} /> : props.fallback
}

function PublishedPage({ path, preview, fallback }: BuilderPageProps) {
  const { search } = useLocation()
  const model = preview ? modelOf(search) : 'page'
  const { data: content, isPending } = useQuery(builderContentOptions(model, path))
  const [broken, setBroken] = useState(false)
  if (isPending) return <Spinner label={t('Loading page')} className="min-h-[60vh]" />
  if (!content || broken) return fallback
  return (
    <SoftBoundary onError={() => setBroken(true)}>
      <ContentHead content={content} path={path} noindex={preview} />
      <BuilderView model={model} path={path} content={content} fallback={fallback} />
    </SoftBoundary>
  )
}

/** Which model the editor wants to see; the builder says so in the address. */
function modelOf(search: string): BuilderModel {
  const query = new URLSearchParams(search)
  const asked = query.get('builder.frameEditing') ?? query.get('builder.preview')
  return asked === 'home-hero' || asked === 'home-features' ? asked : 'page'
}
