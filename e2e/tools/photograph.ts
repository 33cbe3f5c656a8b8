import sharp from 'sharp'

/** A photograph as a phone makes it: 12 million pixels, above 5 MB, taken upright and kept lying. */
export async function phonePhotograph(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const buffer = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#963', noise: grain } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()
  return { name: 'IMG_20261130.jpg', mimeType: 'image/jpeg', buffer }
}
