/** What this worker answers. */
export type Decoded = { pixels: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } | { problem: string }

interface HeifImage {
  get_width(): number
  get_height(): number
  display(into: { data: Uint8ClampedArray; width: number; height: number }, done: (drawn: object | null) => void): void
}
/** What libheif's own file puts into the worker (libheif-js, LGPL: loaded as the file it is). */
declare const libheif: () => { HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifImage[] } }

interface WorkerScope {
  onmessage: (event: MessageEvent<{ decoder: string; bytes: ArrayBuffer }>) => void
  postMessage: (answer: Decoded, moved: Transferable[]) => void
  importScripts: (address: string) => void
}
const here = self as unknown as WorkerScope

here.onmessage = ({ data }) => {
  const answer = (decoded: Decoded, moved: Transferable[] = []) => here.postMessage(decoded, moved)
  try {
    here.importScripts(data.decoder)
    const { HeifDecoder } = libheif()
    const [image] = new HeifDecoder().decode(data.bytes)
    if (!image) {
      answer({ problem: 'no picture' })
      return
    }
    const [width, height] = [image.get_width(), image.get_height()]
    const pixels = new Uint8ClampedArray(width * height * 4)
    image.display({ data: pixels, width, height }, (drawn) =>
      drawn ? answer({ pixels, width, height }, [pixels.buffer]) : answer({ problem: 'not drawn' }),
    )
  } catch (error) {
    answer({ problem: String(error) })
  }
}
