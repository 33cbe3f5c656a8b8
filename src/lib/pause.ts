export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
