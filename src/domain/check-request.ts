import * as v from 'valibot'

/** One problem per field, keyed by its path (`items.0.quantity`, `contact.email`), in PocketBase's error shape. */
export type FieldProblems = Record<string, { code: string; message: string }>

/** Checks a body: the cleaned value, or what is wrong beside each field. Never throws. */
export function checkRequest<S extends v.GenericSchema>(
  schema: S,
  body: unknown,
): { value: v.InferOutput<S> } | { problems: FieldProblems } {
  const result = v.safeParse(schema, body)
  if (result.success) return { value: result.output }
  const problems: FieldProblems = {}
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? 'body'
    const missing = issue.received === 'undefined'
    problems[path] ??= {
      code: missing ? 'validation_required' : 'validation_invalid_value',
      // valibot's own sentence would repeat whatever was sent.
      message: issue.type === 'object' ? 'This part is missing.' : issue.message,
    }
  }
  return { problems }
}
