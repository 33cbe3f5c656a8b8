/** `asha@example.com` → `a***@example.com`: a log is read by more people than a mailbox. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/, '$1***')
}

/** What a mail server says names whom it refuses, and is kept longer than they may be. */
export const withoutAddresses = (said: string): string =>
  said.replace(/[^\s<>]+/g, (word) => (word.includes('@') ? '…' : word))
