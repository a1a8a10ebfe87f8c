import 'server-only'
import type { NextRequest } from 'next/server'
import { AppError } from '@/lib/errors'
import { bodyBytesMax, bodyBytesMaxAt, decodesLargeActions, tooLarge } from '@/lib/http/body-limit'
import { toProblem } from '@/lib/http/problem'
import { sessionCookieName, tokenOf } from '@/lib/http/session/session-cookie'
import { errorText } from '@/lib/i18n/error-text'
import { limitHeaders, limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from './client-address'

/**
 * Refuses a body over 64 kB unless the request has a session cookie with a valid signature, and
 * limits how many large bodies Next decodes for a client. Next decodes the body of a server action
 * on the event loop, for seconds if it is large, before the action can check the sender.
 * @returns the error response; undefined if the request may proceed
 */
export async function limitLargeBodies({
  headers,
  cookies,
  nextUrl: { pathname },
}: NextRequest): Promise<Response | undefined> {
  // A chunked body has no declared size.
  const isChunked = headers.has('transfer-encoding')
  const bytes = isChunked ? Number.POSITIVE_INFINITY : Number(headers.get('content-length') ?? 0)
  if (bytes <= bodyBytesMax) return undefined
  const isSigned = tokenOf(cookies.get(sessionCookieName())?.value ?? '') !== undefined
  const bytesMax = isSigned ? bodyBytesMaxAt(pathname) : bodyBytesMax
  if (bytes > bytesMax) {
    return toProblem(
      new AppError('body-too-large', isChunked ? errorText('contentLength') : tooLarge(bytesMax)),
    )
  }
  if (!decodesLargeActions(pathname)) return undefined
  const allowance = await takeFrom(limits.largeActions, clientAddress(headers))
  if (allowance.allowed) return undefined
  const limited = limitHeaders(limits.largeActions, allowance)
  return toProblem(
    new AppError(
      'too-many-requests',
      errorText('tooManyLarge', { seconds: Number(limited['Retry-After']) }),
    ),
    limited,
  )
}
