import os from 'node:os'

/** Describes this machine for comparisons: CPUs, memory, kernel and Node version. */
export function describeMachine(): string {
  const cpus = os.cpus()
  const kernel = /^\d+\.\d+/.exec(os.release())?.[0] ?? os.release()
  return (
    `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}, ` +
    `${Math.round(os.totalmem() / 2 ** 30)} GB of memory, ` +
    `${os.type()} ${kernel}, Node ${process.versions.node}`
  )
}
