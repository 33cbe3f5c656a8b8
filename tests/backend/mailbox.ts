import { SMTPServer } from 'smtp-server'

export interface Mail {
  from: string
  to: string[]
  /** Header names in lower case; folded lines joined. */
  headers: Map<string, string[]>
  body: string
}

/** A mailbox on this machine: takes every mail, or refuses them all while `refusing`. */
export class Mailbox {
  readonly mails: Mail[] = []
  refusing = false
  port = 0
  private readonly server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(this.refusing ? new Error('No') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        this.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parseMail(Buffer.concat(chunks).toString()),
        })
        done()
      })
    },
  })

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox()
    const { server } = mailbox
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.server.address()
    mailbox.port = address && typeof address === 'object' ? address.port : 0
    return mailbox
  }

  /** What a store needs in its environment to send its mails here. */
  get environment(): Record<string, string> {
    return { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(this.port), SMTP_FROM: 'Sabun & Jhola <shop@example.com>' }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve))
  }
}

function parseMail(raw: string): Pick<Mail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(name.length + 1).trim()])
  }
  return { headers, body: raw.slice(end + 4) }
}
