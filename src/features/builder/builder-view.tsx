import { Builder, BuilderComponent, builder } from '@builder.io/react'
import { type AnchorHTMLAttributes, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { linkTarget } from '@/domain/link'
import { useAllowed } from '@/integrations/consent'
import { registerBlocks } from './blocks'

/** The models of the page builder this shop knows (BUILD-01). */
export type BuilderModel = 'home-hero' | 'home-features' | 'page'

/** One entry as the page builder has published it. */
export interface BuilderContent {
  id: string
  /** Blocks and page settings, in the builder's own shape: only its SDK reads more than title and description. */
  data: Record<string, unknown>
  /** The page is open in the builder's editor or preview: the SDK fetches and follows the draft by itself. */
  live?: boolean
}

// Before its first tick, in which it would leave a visitor id and a cookie: nobody is followed.
builder.init(import.meta.env.VITE_BUILDER_API_KEY ?? '', false)
builder.apiEndpoint = 'content'
if (import.meta.env.VITE_BUILDER_API_HOST) Builder.overrideHost = import.meta.env.VITE_BUILDER_API_HOST
registerBlocks()

/** The SDK keeps one answer for each key, also a failed one, for good. */
let asked = 0

/**
 * What the builder has published for this model and address; null when there is nothing to draw. Past every cache
 * (BUILD-01). Which entry fits is decided by the builder, from the address, the device and the entry's targeting
 * (BUILD-02).
 */
export async function fetchContent(
  model: BuilderModel,
  path: string,
  signal: AbortSignal,
): Promise<BuilderContent | null> {
  if (editedModel() === model) return { id: 'live', data: {}, live: true }
  asked += 1
  const entry: unknown = await builder
    .get(model, {
      key: `${model}-${asked}`,
      cachebust: true,
      userAttributes: { ...builder.getUserAttributes(), urlPath: path },
      fetchOptions: { signal },
    })
    .toPromise()
  return hasBlocks(entry) ? entry : null
}

function hasBlocks(entry: unknown): entry is BuilderContent {
  if (typeof entry !== 'object' || entry === null || !('data' in entry)) return false
  const { blocks } = Object(entry.data) as { blocks?: unknown }
  // The builder adds a pixel to every entry, also to an empty one.
  return Array.isArray(blocks) && blocks.some((block: unknown) => !isPixel(block))
}

const isPixel = (block: unknown) => /^builder-pixel/.test(String(Object(block).id))

/** Stands where the SDK looks for the pixel before it adds one of its own; draws nothing. */
const NO_PIXEL = {
  '@type': '@builder.io/sdk:Element',
  id: 'builder-pixel-off',
  tagName: 'span',
  properties: { hidden: 'hidden' },
}

/**
 * The content without the picture by which the builder counts views: its API puts one into every entry, and its SDK
 * into every entry without one, whether or not it may track.
 */
function uncounted(content: BuilderContent): BuilderContent {
  const blocks = Array.isArray(content.data.blocks) ? content.data.blocks : []
  return { ...content, data: { ...content.data, blocks: [...blocks.filter((block) => !isPixel(block)), NO_PIXEL] } }
}

/**
 * The builder's own count of a view, once the shopper allows analytics (Digital Personal Data Protection Act 2023,
 * section 6).
 */
function ViewCount() {
  if (!useAllowed('analytics')) return null
  const key = encodeURIComponent(import.meta.env.VITE_BUILDER_API_KEY ?? '')
  return <img src={`https://cdn.builder.io/api/v1/pixel?apiKey=${key}`} alt="" width="0" height="0" hidden />
}

function editedModel(): string | undefined {
  if (!Builder.isEditing && !Builder.isPreviewing) return undefined
  return builder.editingModel ?? builder.previewingModel ?? 'page'
}

interface BuilderViewProps {
  model: BuilderModel
  path: string
  content: BuilderContent
  /** Stands where the editor has nothing yet. */
  fallback: ReactNode
}

/** Draws content with the builder's SDK. Links within the shop stay in the page. */
export function BuilderView({ model, path, content, fallback }: BuilderViewProps) {
  // Made once: the SDK draws anew what is another object.
  const [drawn] = useState(() => uncounted(content))
  if (content.live) {
    return (
      <BuilderComponent model={model} url={path} options={{ cachebust: true }} renderLink={renderLink}>
        {fallback}
      </BuilderComponent>
    )
  }
  return (
    <>
      <BuilderComponent model={model} content={drawn} renderLink={renderLink} />
      <ViewCount />
    </>
  )
}

/**
 * The SDK calls its own links buttons; to those who cannot see them they are links as well. Addresses are read as
 * those of the shop's own records: `javascript:` and its like lead nowhere.
 */
function renderLink({ href = '', role, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const target = linkTarget(href)
  return target?.kind === 'internal' ? <Link to={target.href} {...rest} /> : <a href={target?.href} {...rest} />
}
