/** What a test holds back, and what lets it go. */
export function gate<T = void>(): readonly [held: Promise<T>, letGo: (value: T) => void] {
  let letGo: (value: T) => void = () => undefined
  const held = new Promise<T>((resolve) => {
    letGo = resolve
  })
  return [held, letGo]
}
