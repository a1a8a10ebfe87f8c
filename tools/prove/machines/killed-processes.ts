import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Returns the processes whose state, parent and process group in `/proc` (see proc(5)) match. */
function processesWhere(
  matches: (entry: { state: string | undefined; parent: number; group: number }) => boolean,
): number[] {
  const isMatch = (pid: string) => {
    try {
      const [, state, parent, group] =
        /\) (\S) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return matches({ state, parent: Number(parent), group: Number(group) })
    } catch {
      // The process has exited in the meantime.
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMatch(name))
    .map(Number)
}

/** Returns the child processes of a process. */
export const childrenOf = (pid: number): number[] => processesWhere(({ parent }) => parent === pid)

/** Sends a signal to a process, unless it has exited. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Sends a signal to a process and its children: `SIGKILL` simulates a power failure, `SIGSTOP` a
 * frozen machine.
 */
export function signalTree(parent: ChildProcess, name: NodeJS.Signals): void {
  if (parent.pid === undefined) throw new Error('the process was not started')
  // Signals the parent first, because it would restart its children.
  for (const pid of [parent.pid, ...childrenOf(parent.pid)]) signal(pid, name)
}

/** Returns true if a process has exited, even if its parent has not collected it yet. */
export function isGone(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** Kills a process and its children immediately and resolves when none is left. */
export async function killTree(parent: ChildProcess): Promise<void> {
  if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return
  const exited = once(parent, 'exit')
  // Stops the process while its children are listed. A child started later would survive and keep
  // the parent's memory.
  signal(parent.pid, 'SIGSTOP')
  const children = childrenOf(parent.pid)
  for (const pid of [...children, parent.pid]) signal(pid, 'SIGKILL')
  await exited
  while (!children.every(isGone)) await setTimeout(5)
}

/**
 * Kills the process group of a process started with `detached`, including orphans, and resolves
 * when none is left.
 */
export async function killGroup(leader: number): Promise<void> {
  const left = () =>
    processesWhere(({ group, state }) => group === leader && state !== 'Z' && state !== 'X')
  // A process started while the group was listed is found in the next round.
  for (let pids = left(); pids.length > 0; pids = left()) {
    for (const pid of pids) signal(pid, 'SIGKILL')
    await setTimeout(5)
  }
}

/**
 * Kills only the process itself, like `kill -9`.
 * @returns how many of its children survived; they are killed afterwards
 */
export async function killAlone(parent: ChildProcess): Promise<number> {
  if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return 0
  const exited = once(parent, 'exit')
  // Stops the process while its children are listed.
  signal(parent.pid, 'SIGSTOP')
  const children = childrenOf(parent.pid)
  signal(parent.pid, 'SIGKILL')
  await exited
  return killSurvivingChildren(children)
}

/** The time for processes to notice that their parent has exited, in milliseconds. */
const noticedMsMax = 2_000

/** Counts the children of an exited process that survive it, and kills them. */
export async function killSurvivingChildren(children: readonly number[]): Promise<number> {
  for (
    const end = performance.now() + noticedMsMax;
    !children.every(isGone) && performance.now() < end;
  )
    await setTimeout(5)
  const outliving = children.filter((pid) => !isGone(pid))
  for (const pid of outliving) signal(pid, 'SIGKILL')
  return outliving.length
}

/** Returns the resident memory of a process in bytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

/** Returns the resident memory of a process and its children in bytes. */
export const memoryOfTree = ({ pid = 0 }: ChildProcess): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + memoryOf(each), 0)
