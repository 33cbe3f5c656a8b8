/** Hands something to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Not at once: some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const saveJsonFile = (text: string, name: string): void =>
  saveBlob(new Blob([text], { type: 'application/json' }), name)
