import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Mail {
  from: string
  to: string[]
  /** Header names in lower case; folded lines joined. */
  headers: Map<string, string[]>
  /** All parts with their own headers, transfer encoding undone. */
  body: string
}

/** Undoes quoted-printable (RFC 2045, section 6.7): soft line breaks and `=3D`. */
function decode(body: string): string {
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
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
  return { headers, body: decode(raw.slice(end + 4)) }
}

/** A mail server on this machine that keeps what it is given, or takes none while `refusing`. */
export class Mailbox {
  /** In the order they came. */
  readonly mails: Mail[] = []
  refusing = false
  /** What is done between a mail's last word and the yes to it. */
  beforeYes: () => Promise<unknown> = async () => undefined
  /** Addresses that do not exist. */
  readonly unknown = new Set<string>()
  private readonly server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = this.refusing
        ? { responseCode: 421, message: 'Not now' }
        : this.unknown.has(address) && { responseCode: 550, message: `<${address}>: no such mailbox` }
      done(refusal ? Object.assign(new Error(refusal.message), refusal) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        this.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parseMail(Buffer.concat(chunks).toString('latin1')),
        })
        this.beforeYes().then(() => done(), done)
      })
    },
  })

  private constructor() {}

  static async start(): Promise<Mailbox> {
    const mailbox = new Mailbox()
    await new Promise<void>((resolve) => mailbox.server.listen(0, '127.0.0.1', resolve))
    return mailbox
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  /** What a store needs in its environment to send its mails here. */
  get env(): Record<string, string> {
    return { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(this.port), SMTP_FROM: 'Sabun & Jhola <shop@example.com>' }
  }

  /**
   * The newest mail to an address whose body matches, come or still to come.
   * @throws Error when no such mail arrives within ten seconds
   */
  async waitFor(to: string, body: RegExp): Promise<Mail> {
    const end = Date.now() + 10_000
    while (Date.now() < end) {
      const mail = this.mails.findLast((one) => one.to.includes(to) && body.test(one.body))
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No mail with ${body} to ${to}. There are: ${JSON.stringify(this.mails)}`)
  }

  /** The link to this path of the store, with its token, of the newest mail to an address, as it stands in the mail. */
  async link(to: string, path: string): Promise<string> {
    const pattern = new RegExp(`href="(https?://[^"/]+${path.replace('?', '\\?')}#token=[^"]+)"`)
    return pattern.exec((await this.waitFor(to, pattern)).body)?.[1] ?? ''
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}

/** A mail server that takes every connection and never says a word. */
export class SilentMailbox {
  /** Whoever has come and still waits. */
  readonly waiting = new Set<Socket>()
  private readonly server = createServer((socket) => {
    this.waiting.add(socket)
    socket.on('error', () => undefined).on('close', () => this.waiting.delete(socket))
  })

  private constructor() {}

  static async start(): Promise<SilentMailbox> {
    const silent = new SilentMailbox()
    await new Promise<void>((resolve) => silent.server.listen(0, '127.0.0.1', resolve))
    return silent
  }

  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo
    return { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_FROM: 'Sabun & Jhola <shop@example.com>' }
  }

  stop(): Promise<void> {
    for (const socket of this.waiting) socket.destroy()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}
