import 'server-only'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pingDatabase } from '@/lib/db/client'
import { dueMails } from '@/lib/mail/due-mail'
import { isRedisAvailable } from '@/lib/rate-limit/rate-limit'
import { lastTimerRuns } from '@/lib/timers/timer-runs'
import manifest from '@/package.json'

/** Returns the names of the migrations of this version. */
const migrationNames = (): string[] =>
  readdirSync(path.join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/**
 * Returns the state of the service, without secrets or host names. Redis may be unavailable, since
 * each process then continues alone.
 * @throws DatabaseUnavailable also if the database lacks migrations
 */
export async function checkHealth() {
  await pingDatabase(migrationNames())
  const isAvailable = await isRedisAvailable()
  const redis = isAvailable === undefined ? 'not-configured' : isAvailable ? 'ok' : 'unavailable'
  const [outbox, timers] = await Promise.all([dueMails(), lastTimerRuns()])
  return { status: 'ok', version: manifest.version, redis, outbox, timers }
}
