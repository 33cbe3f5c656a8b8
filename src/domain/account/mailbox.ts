const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox an email address leads to, to count by: `name+anything@` is delivered to `name@` by most, and Gmail
 * reads over dots. Two addresses of one mailbox give the same text; it is not for writing to.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? []
  const untagged = name.replace(/(.)\+.*$/, '$1')
  return WITHOUT_DOTS.includes(domain) ? `${untagged.replace(/\./g, '')}@gmail.com` : `${untagged}@${domain}`
}

/** The address without its tag, its domain, and where those with a tag begin and end in the order of addresses. */
export function taggedOf(email: string): { plain: string; domain: string; from: string; until: string } {
  const [, name = '', domain = ''] = /^(.[^+@]*).*(@[^@]*)$/.exec(email) ?? []
  // `,` is the sign behind `+`.
  return { plain: `${name}${domain}`, domain, from: `${name}+`, until: `${name},` }
}
