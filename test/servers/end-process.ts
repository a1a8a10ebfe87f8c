import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Sends a signal that ends a process and resolves when it has exited. Resolves immediately if it
 * has already exited or never started.
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
