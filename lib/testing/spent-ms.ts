/** Milliseconds of the processor's time that work takes in this process: what else the machine does hardly counts. */
export function spentMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
