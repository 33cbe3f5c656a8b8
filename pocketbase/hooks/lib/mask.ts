/** `asha@example.com` → `a***@example.com`: a log is read by more people than a mailbox. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/, '$1***')
}
