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

const started = new Set<ChildProcess>()

/** Kills a server at the end of its test file, because a graceful stop takes a second. */
export const killAtEnd = (child: ChildProcess) => void started.add(child)

/** Kills the servers of a test file. */
export async function killServers(): Promise<void> {
  await Promise.all([...started].map((child) => endProcess(child, 'SIGKILL')))
  started.clear()
}
