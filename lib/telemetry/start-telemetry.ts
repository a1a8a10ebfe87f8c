import 'server-only'
import { metrics } from '@opentelemetry/api'
import { NodeSDK, resources } from '@opentelemetry/sdk-node'
import { withTimeout } from '@/lib/concurrency/with-timeout'
import { countConnections } from '@/lib/db/client'
import { dueMails } from '@/lib/mail/due-mail'
import { lastTimerRuns } from '@/lib/timers/timer-runs'
import manifest from '@/package.json'
import { scope, telemetry } from './measure'

/** Milliseconds. The exporters would retry for longer and delay a restart. */
const stopMs = 2_000

/** Starts the OpenTelemetry SDK as the standard environment variables configure it. */
export function startTelemetry(): void {
  const sdk = new NodeSDK({
    // Standard variables take precedence.
    resource: resources.resourceFromAttributes({
      'service.name': 'afterword',
      'service.version': manifest.version,
    }),
  })
  sdk.start()
  telemetry.stop = () => withTimeout(sdk.shutdown(), stopMs).catch(() => {})
  const meter = metrics.getMeter(scope)
  meter.createObservableUpDownCounter('db.client.connection.count').addCallback((result) => {
    for (const [state, connections] of Object.entries(countConnections()))
      result.observe(connections, { state })
  })
  const due = meter.createObservableGauge('afterword.outbox.due')
  const dueAge = meter.createObservableGauge('afterword.outbox.age', { unit: 's' })
  const timerAge = meter.createObservableGauge('afterword.timer.age', { unit: 's' })
  meter.addBatchObservableCallback(
    async (result) => {
      const [mails, runs] = await Promise.all([dueMails(), lastTimerRuns()])
      result.observe(due, mails.count)
      result.observe(dueAge, mails.oldestSeconds)
      for (const [timer, at] of Object.entries(runs))
        if (at) result.observe(timerAge, (Date.now() - at.getTime()) / 1_000, { timer })
    },
    [due, dueAge, timerAge],
  )
}
