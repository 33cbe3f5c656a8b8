/**
 * Typefaces that have come and wait for the next page, which is laid out in any case: `letIn` of typefaces.ts.
 */
export const lateTypefaces: { letIn?: (() => void) | undefined } = {}
