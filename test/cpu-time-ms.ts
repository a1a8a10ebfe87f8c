/**
 * Measures the processor time of work in this process in milliseconds, including the compiler and
 * the garbage collector. Other load on the machine and waiting hardly affect it.
 */
export function cpuTimeMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
