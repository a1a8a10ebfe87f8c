import { stopScenes } from './scene'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A busy tsx hands one press of Ctrl-C on twice, beside what the terminal sends: what comes so soon is still the first. */
const sameSignalMs = 2_000
let stoppingSince: number | undefined

function stop(): void {
  stoppingSince = performance.now()
  console.log('\nstopping …')
  void stopScenes().then(() => process.exit(1))
}

/** A second signal waits for nothing. */
function stopBySignal(): void {
  if (stoppingSince === undefined) stop()
  else if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
}

/**
 * Has every scene end before this process does, by a signal or by a fault that nobody caught (a rejection, too, is raised as
 * one): what a part began outlives no such end, be it a database or a build in a process group of its own, an added address or a full disk.
 */
export function stopInOrder(): void {
  for (const signal of signals) process.on(signal, stopBySignal)
  process.on('uncaughtException', (error) => {
    // Parts lose what they work with one by one: what they say of that ends nothing before all is ended.
    if (stoppingSince !== undefined) return
    console.error(error)
    stop()
  })
}
