import type { ChildProcess } from 'node:child_process'

/** Kills a started program with the process of its tests, which may be ended at any time. */
export function endsWithTests(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
}
