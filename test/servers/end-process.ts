import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Sends a signal to a process that is to end by it, and resolves when it is gone; at once where it is already, or never began. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
