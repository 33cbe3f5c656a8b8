/**
 * A `fetch` that tells how much of the body has been sent, 0 to 1. Only XMLHttpRequest tells: streams as request
 * bodies would need HTTP/2 and are not in every browser.
 */
export function uploadFetch(onProgress: (part: number) => void): typeof fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', String(url))
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      }
      request.onload = () => {
        const body = request.status === 204 ? null : request.responseText
        resolve(new Response(body, { status: request.status, statusText: request.statusText }))
      }
      request.onerror = () => reject(new TypeError('The upload failed'))
      request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
}
