import type { ChildProcess } from 'node:child_process'

/**
 * What a process of the proof's own says first.
 * @param name of it, as an error has it
 * @throws where it ends before it has said anything
 */
export function firstMessage<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (told: T) => resolve(told))
    child.once('exit', (code, signal) => reject(new Error(`${name} ended (${code ?? signal})`)))
    child.once('error', reject)
  })
}
