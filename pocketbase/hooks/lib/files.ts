/** What is in a file; undefined where there is none. */
export function readFile(path: string): PbBytes | undefined {
  try {
    return $os.readFile(path)
  } catch {
    return undefined
  }
}

/** Takes a file away, where there is one. */
export function removeFile(path: string): void {
  try {
    $os.remove(path)
  } catch {
    // It is gone already.
  }
}
