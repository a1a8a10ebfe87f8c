/**
 * Milliseconds of the processor's time that work takes in this process, those of the compiler and of who collects garbage
 * beside it included: what else the machine does hardly counts, and waiting does not.
 */
export function spentMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
