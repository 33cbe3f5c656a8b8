import type { IncomingMessage, ServerResponse } from 'node:http'
import { gate } from '../gate'
import { type LocalServer, startLocalServer } from '../local-server'

export interface FaultOptions {
  /** Which calls, by `METHOD /path`; all of the API when left out. */
  on?: RegExp
  /** How many calls; without end when left out. */
  times?: number
}

/** A call that waits in the middle until the test lets it go on. */
export interface Gate<Call> {
  /** Resolves when a call has arrived (`before`) or has been worked off but not answered (`after`). */
  reached: Promise<Call>
  /** Lets every waiting call go on, and later ones pass. */
  open(): void
}

interface ActiveFault<Fault> {
  fault: Fault
  on: RegExp
  left: number
}

interface ActiveGate<Call> {
  on: RegExp
  when: 'before' | 'after'
  arrive: (call: Call) => void
  opened: Promise<void>
}

/** A stand-in for another company's service: its server, how it misbehaves, and where its calls are held back. */
export abstract class StandIn<Fault, Call> {
  private faults: ActiveFault<Fault>[] = []
  private gates: ActiveGate<Call>[] = []
  private server!: LocalServer

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>

  async listen(): Promise<this> {
    this.server = await startLocalServer((request, response) => this.answer(request, response))
    return this
  }

  get url(): string {
    return this.server.url
  }

  async stop(): Promise<void> {
    this.ok()
    await this.server.stop()
  }

  /** Misbehaves from now on; earlier faults stay and are asked first. */
  misbehave(fault: Fault, { on = /./, times = Number.POSITIVE_INFINITY }: FaultOptions = {}): void {
    this.faults.push({ fault, on, left: times })
  }

  /** Holds calls back in the middle, before or after their work is done. */
  hold(on: RegExp, when: 'before' | 'after'): Gate<Call> {
    const [reached, arrive] = gate<Call>()
    const [opened, open] = gate()
    const active: ActiveGate<Call> = { on, when, arrive, opened }
    this.gates.push(active)
    return {
      reached,
      open: () => {
        this.gates = this.gates.filter((other) => other !== active)
        open()
      },
    }
  }

  /** Behaves again. */
  ok(): void {
    this.faults = []
    this.gates = []
  }

  /** Waits where calls of this name are held back. */
  protected async pass(name: string, when: 'before' | 'after', call: Call): Promise<void> {
    for (const gate of this.gates.filter((other) => other.when === when && other.on.test(name))) {
      gate.arrive(call)
      await gate.opened
    }
  }

  /** What is wrong with this call, if anything; it counts. */
  protected faultOf(name: string): Fault | undefined {
    const found = this.faults.find((active) => active.left > 0 && active.on.test(name))
    if (found) found.left -= 1
    return found?.fault
  }
}
