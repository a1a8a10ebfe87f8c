import { AppError } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { readBody } from '@/lib/http/read-body'
import { inRequestLanguage } from '@/lib/http/request-language'
import { errorText } from '@/lib/i18n/error-text'
import { unsubscribePath } from '@/lib/mail/mail-links'
import { setSubscribed } from '@/lib/mail/unsubscribe'
import { truncate } from '@/lib/text/truncate'

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

const toPage = (token: string) =>
  new Response(null, { status: 303, headers: { ...headers, Location: unsubscribePath(token) } })

/**
 * Unsubscribes through a mail client (RFC 8058) or the button of the page. Mail clients post
 * `List-Unsubscribe=One-Click` without cookies and do not follow redirects. The mailed token is the
 * only credential, so any origin may send it.
 */
export async function POST(request: Request): Promise<Response> {
  return inRequestLanguage(request.headers, async () => unsubscribe(request))
}

async function unsubscribe(request: Request): Promise<Response> {
  try {
    const { fields } = await readBody(request)
    const token = new URL(request.url).searchParams.get('token') ?? fields.token
    if (typeof token !== 'string') throw new AppError('link-invalid', errorText('mailToken'))
    const isOneClick = fields['List-Unsubscribe'] === 'One-Click'
    await setSubscribed(token, !isOneClick && fields.intent === 'subscribe')
    if (isOneClick) return Response.json({ unsubscribed: true }, { headers })
    return toPage(token)
  } catch (error) {
    return toProblem(error)
  }
}

/** Redirects people whose mail client has no unsubscribe button to the page with a button. */
export async function GET(request: Request): Promise<Response> {
  return toPage(truncate(new URL(request.url).searchParams.get('token') ?? '', 200))
}

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')
