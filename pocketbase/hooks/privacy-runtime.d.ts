/** What the privacy hooks use beyond pocketbase.d.ts; interfaces of the same name are one. */

interface PbRecord {
  validatePassword(password: string): boolean
  /** Changes with the password and the e-mail address: what was signed with it then is worth nothing any more. */
  tokenKey(): string
}

interface PbPrivacyApp extends PbApp {
  settings(): { meta: { appName: string; appURL: string; senderName: string; senderAddress: string } }
  newMailClient(): { send(message: object): void }
}

/** Further parts of `$security`. */
interface PbTokens {
  createJWT(payload: { [claim: string]: unknown }, key: string, seconds: number): string
  /** @throws when it is no token, has run out or was signed with another key */
  parseJWT(token: string, key: string): { [claim: string]: unknown }
  /** @throws when it is no token */
  parseUnverifiedJWT(token: string): { [claim: string]: unknown }
}

/** onFileDownloadRequest: headers that stand before `next` are not replaced. */
interface PbFileEvent {
  requestEvent: PbRequestEvent
  next(): void
}
