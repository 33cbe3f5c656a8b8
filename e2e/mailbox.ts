import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Mail {
  to: string[]
  subject: string
  /** Headers and body with transfer encodings undone. */
  text: string
}

/** Undoes quoted-printable (RFC 2045, section 6.7): soft line breaks and `=3D`. */
function decode(raw: string): string {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** A mail server that keeps what it is given: `env` points a store at it, `link` waits for the newest mail and finds its link. */
export class Mailbox {
  readonly mails: Mail[] = []

  private constructor(
    private readonly server: SMTPServer,
    private readonly port: number,
  ) {}

  static async start(): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, taken) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('latin1')
          mailbox.mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            subject: /^Subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
            text: decode(raw),
          })
          taken()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const mailbox = new Mailbox(server, (server.server.address() as AddressInfo).port)
    return mailbox
  }

  get env(): Record<string, string> {
    return { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(this.port), SMTP_FROM: 'Sabun & Jhola <shop@example.com>' }
  }

  /**
   * The link with this name in its fragment (`#verify=…`) of the newest mail to an address, as it stands in the mail.
   * @throws Error when no such mail arrives within ten seconds
   */
  async link(to: string, fragment: string): Promise<string> {
    const pattern = new RegExp(`href="(https?://[^"]*#${fragment}=[^"]+)"`)
    const end = Date.now() + 10_000
    while (Date.now() < end) {
      const mail = this.mails.findLast((one) => one.to.includes(to) && pattern.test(one.text))
      if (mail) return pattern.exec(mail.text)?.[1] ?? ''
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No mail with #${fragment} to ${to}. There are: ${JSON.stringify(this.mails)}`)
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}
