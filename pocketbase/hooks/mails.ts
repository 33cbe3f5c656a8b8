export interface QueuedMail {
  kind: string
  order: string
  recipient: 'shopper' | 'owner'
  /** What sets it apart from another mail of its kind about the same order: which flag, which refund. */
  detail?: string
  data?: object
}

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent when what it tells has happened, and never otherwise. A second one of the
 * same kind for the same order and recipient is silently nothing.
 */
export function queueMail(txApp: PbApp, { kind, order, recipient, detail, data }: QueuedMail): void {
  const key = [kind, order, recipient, ...(detail ? [detail] : [])].join(':')
  if (txApp.findRecordsByFilter('outbox', 'dedupe_key = {:key}', '', 1, 0, { key }).length > 0) return
  const mail = { kind, order, recipient, dedupe_key: key, data: data ?? null, status: 'queued' }
  txApp.save(new Record(txApp.findCollectionByNameOrId('outbox'), mail))
}
