import { now } from '../lib/clock'
import { listeningAddress } from '../lib/command-line'
import { sharedStore } from '../lib/shared-store'
import { mailServerSpeaks } from './mail-client'

/**
 * One sends at a time, as each holds a script engine for as long as the mail server likes. One that has not come back
 * for so long is given up, ms;
 */
const STUCK_MS = 10 * 60_000
/** so many of them at most: then mails wait for a restart. */
const MOST_SENDERS = 3
const SENDERS_KEY = 'mails:senders'
const sendersOf = (stored: unknown): number[] =>
  String(stored ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** Takes the one sender's turn; 0 when somebody is sending, or is stuck at a mail server that still says nothing. */
export function takeTurn(app: PbApp): number {
  const time = now()
  const isFree = (senders: number[]) =>
    senders.length === 0 || (senders.length < MOST_SENDERS && time - Math.max(...senders) > STUCK_MS)
  const before = sendersOf(sharedStore().get(SENDERS_KEY))
  if (!isFree(before)) return 0
  if (before.length > 0) {
    app.logger().error('The mail server has not answered for minutes: emails are waiting.')
    if (!mailServerSpeaks(app)) return 0
  }
  let mine = false
  sharedStore().setFunc(SENDERS_KEY, (stored) => {
    const senders = sendersOf(stored)
    mine = isFree(senders)
    return (mine ? [...senders, time] : senders).join(' ')
  })
  return mine ? time : 0
}

/** Gives a turn back; whoever was given up meanwhile has none. */
export function leaveTurn(turn: number): void {
  sharedStore().setFunc(SENDERS_KEY, (stored) =>
    sendersOf(stored)
      .filter((sender) => sender !== turn)
      .join(' '),
  )
}

const ENDING_KEY = 'mails:ending'
/** PocketBase ends by itself three seconds after it was told to start anew, ms. */
const ENDING_MS = 2500

export const isEnding = (): boolean => sharedStore().get(ENDING_KEY) === true

/** The end of the process: no other mail is begun, and that of the one being handed over is written down. */
export function endSending(): void {
  sharedStore().set(ENDING_KEY, true)
  const until = Date.now() + ENDING_MS
  const isSending = () => sendersOf(sharedStore().get(SENDERS_KEY)).length > 0
  if (isSending()) console.log('An email is being handed over: the store ends after it.')
  while (isSending() && Date.now() < until) sleep(20)
}

/**
 * Lets another engine send what is due, and does not wait for it: after a second it is left to itself. Else the job
 * does it within a minute.
 */
export function callSender(): void {
  const address = listeningAddress()
  if (address === '' || sendersOf(sharedStore().get(SENDERS_KEY)).length > 0) return
  const headers = { 'X-Mails-Key': String(sharedStore().get('mails:key')) }
  try {
    $http.send({ url: `${address}/.mails/send`, method: 'POST', headers, timeout: 1 })
  } catch {
    // It is at work.
  }
}
