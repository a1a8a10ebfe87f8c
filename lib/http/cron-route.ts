import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import { env } from '@/lib/env'
import { AppError, messageOf } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { measure } from '@/lib/telemetry/measure'
import { recordTimerRun, timerName } from '@/lib/timers/timer-runs'
import { otherMethods } from './endpoint'
import { toProblem } from './problem'

/**
 * Creates a route for timers and scripts, which send `CRON_SECRET` as a bearer token. Vercel's cron
 * jobs send GET requests. Without a configured secret, the route refuses every request. Each
 * completed run is recorded for `/api/health`.
 */
export function cronRoute(work: () => Promise<unknown>) {
  const handle = async (request: Request): Promise<Response> => {
    try {
      if (!isAuthorised(request.headers.get('authorization')))
        throw new AppError('unauthorized', errorText('cron'))
      const { pathname } = new URL(request.url)
      const result = await measure('afterword.timer', { timer: timerName(pathname) }, work)
      // The work is done: a failed record must not make the timer run again.
      await recordTimerRun(pathname).catch((error: unknown) =>
        console.warn(`timer: its run was not recorded (${messageOf(error)})`),
      )
      return Response.json(result, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      unstable_rethrow(error)
      const isRefused = error instanceof AppError && error.code === 'unauthorized'
      return toProblem(error, isRefused ? { 'WWW-Authenticate': 'Bearer' } : {})
    }
  }
  return { ...otherMethods('GET', 'POST'), GET: handle, POST: handle }
}

function isAuthorised(authorization: string | null): boolean {
  const { CRON_SECRET } = env()
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (
    CRON_SECRET !== undefined &&
    timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${CRON_SECRET}`))
  )
}
