import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { toProblem } from './problem'

/**
 * An endpoint for the service's own timers and scripts, which show `CRON_SECRET` as a bearer token. Without a
 * configured secret nobody is let in.
 */
export function cronEndpoint(work: () => Promise<unknown>): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      authorise(request.headers.get('authorization'))
      return Response.json(await work(), { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      unstable_rethrow(error)
      return toProblem(error, error instanceof AppError && error.code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {})
    }
  }
}

function authorise(authorization: string | null): void {
  const { CRON_SECRET } = env()
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (CRON_SECRET && authorization && timingSafeEqual(digest(authorization), digest(`Bearer ${CRON_SECRET}`))) return
  throw new AppError('unauthorized', 'This address is for the service’s own timers.')
}
