import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Those processes of which that is true which is told of them in `/proc`, by proc(5): their state, their parent, their group. */
function processesWhere(
  isWanted: (told: { state: string | undefined; parent: number; group: number }) => boolean,
): number[] {
  const isOne = (pid: string) => {
    try {
      const [, state, parent, group] =
        /\) (\S) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return isWanted({ state, parent: Number(parent), group: Number(group) })
    } catch {
      // It ended meanwhile.
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOne(name))
    .map(Number)
}

/** The processes that this one started. */
export const childrenOf = (pid: number): number[] => processesWhere(({ parent }) => parent === pid)

/** Sends a signal to a process, unless it has ended by itself. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Sends a signal to a process and to all it started: `SIGKILL` is a power cut, `SIGSTOP` a machine that froze. */
export function signalTree(parent: ChildProcess, name: NodeJS.Signals): void {
  if (parent.pid === undefined) throw new Error('the process was not started')
  // Their parent first, which would start others in their place.
  for (const pid of [parent.pid, ...childrenOf(parent.pid)]) signal(pid, name)
}

/** Whether a process is no more, or waits only to be noticed by whoever inherited it. */
export function isGone(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** Ends a process and all it started at once, and resolves when none of them is left. */
export async function killTree(parent: ChildProcess): Promise<void> {
  if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return
  const exited = once(parent, 'exit')
  // It must not start another one while they are counted: that one would live on, with the parent's memory.
  signal(parent.pid, 'SIGSTOP')
  const children = childrenOf(parent.pid)
  for (const pid of [...children, parent.pid]) signal(pid, 'SIGKILL')
  await exited
  while (!children.every(isGone)) await setTimeout(5)
}

/** Ends the group of a process that was started `detached`, also those in it whose parent is gone, and resolves when none of them is left. */
export async function killGroup(leader: number): Promise<void> {
  const left = () =>
    processesWhere(({ group, state }) => group === leader && state !== 'Z' && state !== 'X')
  // What one of them started while they were counted is found the next time.
  for (let pids = left(); pids.length > 0; pids = left()) {
    for (const pid of pids) signal(pid, 'SIGKILL')
    await setTimeout(5)
  }
}

/**
 * Ends a process alone, as `kill -9` of it does.
 * @returns how many of those that it had started outlived it; they are ended then
 */
export async function killAlone(parent: ChildProcess): Promise<number> {
  if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return 0
  const exited = once(parent, 'exit')
  // It must not start another one while they are counted.
  signal(parent.pid, 'SIGSTOP')
  const children = childrenOf(parent.pid)
  signal(parent.pid, 'SIGKILL')
  await exited
  return endOutliving(children)
}

/** So long processes may take to notice that who started them is gone. */
const noticedMsMax = 2_000

/** Counts those of a gone process's children that are still there a moment later, and ends them. */
export async function endOutliving(children: readonly number[]): Promise<number> {
  for (
    const end = performance.now() + noticedMsMax;
    !children.every(isGone) && performance.now() < end;
  )
    await setTimeout(5)
  const outliving = children.filter((pid) => !isGone(pid))
  for (const pid of outliving) signal(pid, 'SIGKILL')
  return outliving.length
}

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

/** Resident memory of a process and of those it started, in bytes. */
export const memoryOfTree = ({ pid = 0 }: ChildProcess): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + memoryOf(each), 0)
