import { isObject, parseText, parseTexts } from '../json'

/** The part of a file's name that stays when PocketBase stores `Rust bag 1.jpg` as `rust_bag_1_k3x9q0ab12.jpg`. */
const stem = (file: string): string =>
  file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const stemOfStored = (file: string): string => stem(file.replace(/_[a-z0-9]{10}(\.[^.]*)$/i, '$1'))

/** The stored file that is meant, of several with one name the last; undefined without one. */
function storedFile(written: string, { files, chosen = [] }: ColorFiles): string | undefined {
  if (files.includes(written)) return written
  const stands = chosen.lastIndexOf(written)
  if (stands >= 0) return files[stands]
  return files.filter((file) => stemOfStored(file) === stem(written)).pop()
}

export interface ColorFiles {
  /** The product's pictures as they will be stored. */
  files: readonly string[]
  /** In the same order: a new one's name as it was chosen, which may have no letter that is stored (`नीम.jpg`). */
  chosen?: readonly string[]
  /** As they were stored before: a picture that was taken away leaves its colour without a word. */
  before: readonly string[]
}

/**
 * The colours of a product with the stored names of their pictures, whose own names are as good in `image` and
 * `more_images`; or the sentence for whoever named a picture that is not there. Leaves what is no colour as it is.
 */
export function withStoredPictures(
  colors: readonly unknown[],
  pictures: ColorFiles,
): { colors: unknown[]; problem?: string } {
  let problem: string | undefined
  const stored = (written: string): string[] => {
    const file = storedFile(written, pictures)
    if (file) return [file]
    if (!pictures.before.includes(written))
      problem ??= `There is no picture ${written} here. There are: ${pictures.files.join(', ') || 'none'}.`
    return []
  }
  const named = colors.map((color) => {
    if (!isObject(color)) return color
    const { image, more_images, ...rest } = color
    const written = [parseText(image), ...parseTexts(more_images)].filter(Boolean)
    const [first, ...more] = [...new Set(written.flatMap(stored))]
    return { ...rest, ...(first && { image: first }), ...(more.length > 0 && { more_images: more }) }
  })
  return { colors: named, problem }
}
