import { once } from 'node:events'
import pg from 'pg'

/**
 * Asks a database whether it is there, over a connection made for it: those of the pool may all be held up. A server that
 * refuses has answered.
 * @throws what the signal was aborted with, where there was no answer before
 */
export async function probeDatabase(connectionString: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString })
  // What breaks is told by what waits for it as well.
  client.on('error', (error) => console.warn(`database: a probe broke (${error.message})`))
  const asked = client.connect().then(() => client.query('SELECT 1'))
  await Promise.race([asked.catch(() => {}), once(signal, 'abort')])
  // In order where it answered; a silent one hears no goodbye.
  if (signal.aborted) client.connection.stream.destroy()
  else void client.end().catch(() => {})
  signal.throwIfAborted()
}
