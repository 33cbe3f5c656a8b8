import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PreviewLink } from '@/domain/desk/preview'
import { LoadFailure } from '../parts/states'
import { useAsk } from '../session'

export type Device = 'computer' | 'phone'
const SIZES: { readonly [device in Device]: { width: number; height: number } } = {
  computer: { width: 1280, height: 1000 },
  phone: { width: 390, height: 844 },
}

/** A link shows the same for a day; it is asked for anew long before. */
const LINK_STANDS_MS = 60 * 60_000

/** The link to the shop at a minute with drafts. */
export function usePreviewLink(at: number, drafts: readonly string[]) {
  const ask = useAsk()
  return useQuery({
    queryKey: ['preview-link', at, drafts.join()],
    queryFn: () => ask<PreviewLink>('preview/link', { body: { at, drafts }, reads: true }),
    staleTime: LINK_STANDS_MS,
  })
}

interface ShopFrameProps {
  at: number
  drafts: readonly string[]
  device: Device
  /** Another one: what the drafts hold has changed, and the page is drawn again where it stands. */
  version?: string
}

/** The shop in a preview, as large as there is room and no larger than it is. */
export function ShopFrame({ at, drafts, device, version = '' }: ShopFrameProps) {
  const { data, error, refetch } = usePreviewLink(at, drafts)
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [roomWidth, setRoomWidth] = useState(0)
  useEffect(() => {
    if (!room.current) return undefined
    const observer = new ResizeObserver(([entry]) => setRoomWidth(entry?.contentRect.width ?? 0))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    frame.current?.contentWindow?.location.reload()
  }, [version])
  const { width, height } = SIZES[device]
  const scale = Math.min(device === 'phone' ? 0.8 : 1, roomWidth / width)
  return (
    <div ref={room} className="min-w-0">
      {error && <LoadFailure what="The preview" error={error} retry={refetch} />}
      <div
        className="mx-auto overflow-hidden border bg-tile"
        style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
      >
        {data && scale > 0 && (
          <iframe
            // A fragment alone would load nothing anew.
            key={data.path}
            ref={frame}
            src={data.path}
            title="The shop as it will be"
            width={width}
            height={height}
            className="origin-top-left border-0"
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
    </div>
  )
}
