/** A code as it is kept and compared: `diwali 15` is `DIWALI15`. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
