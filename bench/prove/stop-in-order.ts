import { stopScenes } from './scene'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let isStopping = false

/** A second signal waits for nothing. */
function stop(): void {
  console.log('\nstopping …')
  isStopping = true
  for (const signal of signals) process.once(signal, () => process.exit(1))
  void stopScenes().then(() => process.exit(1))
}

/**
 * Has every scene end before this process does, by a signal or by a fault that nobody caught (a rejection, too, is raised as
 * one): what a part began outlives no such end, be it a database in a process group of its own, an added address or a full disk.
 */
export function stopInOrder(): void {
  for (const signal of signals) process.once(signal, () => !isStopping && stop())
  process.on('uncaughtException', (error) => {
    // Parts lose what they work with one by one: what they say of that ends nothing before all is ended.
    if (isStopping) return
    console.error(error)
    stop()
  })
}
