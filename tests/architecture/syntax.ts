import { parseSync, Visitor, type VisitorObject } from 'vite'

/**
 * Shows a visitor the nodes of a file, each before what it holds.
 * @throws when the file cannot be parsed: nothing found would look like nothing wrong
 */
export function visit(file: string, text: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  new Visitor(visitor).visit(program)
}
