import { readSignedToken } from '@/lib/crypto/sign'
import { AppError } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { inRequestLanguage } from '@/lib/http/request-language'
import { errorText } from '@/lib/i18n/error-text'

/** Returns a request from `npm run doctor` as the proxies in front of the blog forwarded it. */
export async function GET({ headers }: Request): Promise<Response> {
  return inRequestLanguage(headers, async () => {
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    if (readSignedToken('doctor', token) === undefined)
      return toProblem(new AppError('unauthorized', errorText('doctor')), {
        'WWW-Authenticate': 'Bearer',
      })
    const seen = {
      forwarded_for:
        headers
          .get('x-forwarded-for')
          ?.split(',')
          .map((address) => address.trim()) ?? [],
      protocol: headers.get('x-forwarded-proto') ?? 'http',
      host: headers.get('x-forwarded-host') ?? headers.get('host') ?? '',
    }
    return Response.json(seen, { headers: { 'Cache-Control': 'no-store' } })
  })
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
