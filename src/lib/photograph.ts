/** Quality of the JPEG, 0 to 1. */
const QUALITY = 0.9

/** A shopper's photograph of so many bytes is sent as it is; of more, with so many pixels as the shop ever shows. */
const FINE_BYTES = 512 * 1024
const LONGEST_PX = 1600

/**
 * A photograph of more than `fineBytes` as a JPEG whose longer side has at most `longestPx`, if that is smaller: phones
 * make them of any size, and lines are slow. What cannot be opened or drawn here stays as it is.
 */
export async function smallerPhotograph(file: File, fineBytes = FINE_BYTES, longestPx = LONGEST_PX): Promise<File> {
  if (file.size <= fineBytes) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  const smaller = picture && (await jpegOf(picture, file.name, longestPx))
  return smaller && smaller.size < file.size ? smaller : file
}

/**
 * A picture on white, named as it was, as a JPEG whose longer side has at most `longestPx`; undefined when it is too
 * large to be drawn here. The picture is closed.
 */
export async function jpegOf(picture: ImageBitmap, name: string, longestPx: number): Promise<File | undefined> {
  const scale = Math.min(1, longestPx / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d')
  if (!drawing) return undefined
  drawing.imageSmoothingQuality = 'high'
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return jpeg ? new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' }) : undefined
}
