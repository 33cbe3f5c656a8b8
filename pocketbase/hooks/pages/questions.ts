/** A question of a page to the record store, and its answer as JSON has it. */
type Ask = (path: string, query: Readonly<{ [name: string]: unknown }>) => unknown

/** What a page asks the record store, each question once, and what it was told, in one hash. */
export function questioning(answer: Ask) {
  const told = new Map<string, unknown>()
  let texts = ''
  const ask: Ask = (path, query) => {
    const question = JSON.stringify([path, query])
    if (!told.has(question)) {
      const one = answer(path, query)
      told.set(question, one)
      texts += `${JSON.stringify(one)}\n`
    }
    return told.get(question)
  }
  return {
    ask,
    questions: (): string[] => [...told.keys()],
    hash: (): string => $security.sha256(texts),
    /** Asks what a page asked before. */
    again: (questions: readonly string[]): void => {
      for (const question of questions) ask(...(JSON.parse(question) as Parameters<Ask>))
    },
  }
}
