const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox an e-mail address leads to, to count by: `name+anything@` is delivered to `name@` by most, and Gmail
 * reads over dots. Two addresses of one mailbox give the same text; it is not for writing to.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? []
  const untagged = name.replace(/(.)\+.*$/, '$1')
  return WITHOUT_DOTS.includes(domain) ? `${untagged.replace(/\./g, '')}@gmail.com` : `${untagged}@${domain}`
}
