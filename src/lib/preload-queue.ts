/**
 * Work that may wait: runs when the browser is idle (or after `idleTimeout` ms at the latest), at most `atATime` jobs
 * together. Browser only.
 */
export class PreloadQueue {
  private readonly waiting: (() => Promise<unknown>)[] = []
  private running = 0

  constructor(
    private readonly atATime: number,
    private readonly idleTimeout: number,
  ) {}

  add(job: () => Promise<unknown>): void {
    this.waiting.push(job)
    // Safari has no requestIdleCallback; a short timer keeps the job out of the current task all the same.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => this.next(), { timeout: this.idleTimeout })
    else setTimeout(() => this.next(), 200)
  }

  private next(): void {
    if (this.running >= this.atATime) return
    const job = this.waiting.shift()
    if (!job) return
    this.running += 1
    // A failed preload is no failure: the picture is asked for again when it is shown.
    job()
      .catch(() => undefined)
      .finally(() => {
        this.running -= 1
        this.next()
      })
  }
}
