import { stopScenes } from './scene'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * A busy tsx forwards one Ctrl-C twice, in addition to the terminal's signal. Signals within this
 * time count as one.
 */
const sameSignalMs = 2_000
let stoppingSince: number | undefined

function stop(): void {
  stoppingSince = performance.now()
  console.log('\nstopping …')
  void stopScenes().then(() => process.exit(1))
}

/** Stops the suite, or exits immediately on a second signal. */
function stopBySignal(): void {
  if (stoppingSince === undefined) stop()
  else if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
}

/**
 * Ends every scene before this process exits, on a signal or an uncaught error, including
 * rejections. Nothing that a part started survives: databases, builds in their own process groups,
 * added addresses or full disks.
 */
export function installShutdownHandlers(): void {
  for (const signal of signals) process.on(signal, stopBySignal)
  process.on('uncaughtException', (error) => {
    // Parts fail as their resources end one by one. Such errors are ignored until everything has
    // ended.
    if (stoppingSince !== undefined) return
    console.error(error)
    stop()
  })
}
