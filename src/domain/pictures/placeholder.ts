/**
 * Tiny pictures of a record's files by name, as data addresses, written by the server alone; of a product only its
 * first one's.
 */
export type Placeholders = Readonly<Record<string, string>> | null
