import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import { env } from '@/lib/env'
import { AppError, messageOf } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { recordTimerRun } from '@/lib/timers/timer-runs'
import { toProblem } from './problem'

/**
 * Makes an endpoint for timers and scripts, which send `CRON_SECRET` as a bearer token. Without a
 * configured secret, it refuses every request. Each completed run is recorded for `/api/health`.
 */
export function cronEndpoint(
  work: () => Promise<unknown>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      authorise(request.headers.get('authorization'))
      const result = await work()
      await recordTimerRun(new URL(request.url).pathname).catch(logNotRecorded)
      return Response.json(result, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      unstable_rethrow(error)
      return toProblem(
        error,
        error instanceof AppError && error.code === 'unauthorized'
          ? { 'WWW-Authenticate': 'Bearer' }
          : {},
      )
    }
  }
}

/** The work is done: a failed record must not make the timer run again. */
function logNotRecorded(error: unknown): void {
  console.warn(`timer: its run was not recorded (${messageOf(error)})`)
}

function authorise(authorization: string | null): void {
  const { CRON_SECRET } = env()
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (
    CRON_SECRET &&
    authorization &&
    timingSafeEqual(digest(authorization), digest(`Bearer ${CRON_SECRET}`))
  )
    return
  throw new AppError('unauthorized', errorText('cron'))
}
