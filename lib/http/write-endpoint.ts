import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { AppError, type ErrorCode, type FieldError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'
import type { Limit } from '@/lib/rate-limit/limiter'
import { limitHeaders, takeFrom } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { errorPage, type FormName } from './error-page'
import { toProblem } from './problem'
import { type Body, readBody } from './read-body'

/** The input of a write handler. */
export type Submission<Params> = {
  request: Request
  params: Params
  fields: Body['fields']
  kind: Body['kind']
  count: () => Promise<void>
}

/** The result of a write handler: JSON, or the redirect of a plain form. */
export type Written =
  | { status?: 200 | 201; json: unknown; headers?: Record<string, string> }
  | { seeOther: string; headers?: Record<string, string> }

type Options = {
  limits: Limit[]
  /** The request has a body to read. */
  body: boolean
  /** The name and return URL of the plain form, which is shown again on errors. */
  form?: { name: FormName; action: (url: URL) => string }
}

/**
 * Makes a public write endpoint, and applies the checks of origin and size, the form pages and the
 * error responses. A cross-site write is refused before its body is read. The handler calls `count`
 * once the input is valid, so that typing errors do not use up the rate limit.
 */
export function writeEndpoint<Params>(
  options: Options,
  handle: (submission: Submission<Params>) => Promise<Written>,
) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
    }
    let body: Body = { kind: 'json', fields: {} }
    try {
      const origin = refuseCrossSite(request.headers)
      if (origin) {
        headers['Access-Control-Allow-Origin'] = origin
        headers['Access-Control-Expose-Headers'] =
          'Location, RateLimit, RateLimit-Policy, Retry-After'
      }
      if (options.body) body = await readBody(request)
      const count = async () =>
        void Object.assign(headers, await countRequest(options.limits, request))
      const written = await handle({ request, params: await context.params, ...body, count })
      if ('seeOther' in written)
        return new Response(null, {
          status: 303,
          headers: { ...headers, ...written.headers, Location: written.seeOther },
        })
      return Response.json(written.json, {
        status: written.status ?? 200,
        headers: { ...headers, ...written.headers },
      })
    } catch (error) {
      unstable_rethrow(error)
      if (error instanceof TooManyRequests) Object.assign(headers, error.headers)
      const problem = toProblem(error, headers)
      return body.kind === 'form' && options.form
        ? asPage(problem, options.form, body.fields, new URL(request.url))
        : problem
    }
  }
}

class TooManyRequests extends AppError {
  constructor(readonly headers: Record<string, string>) {
    super(
      'too-many-requests',
      errorText('tooMany', { seconds: Number(headers['Retry-After'] ?? 60) }),
    )
  }
}

/** Counts a write against each of its limits, and returns the headers for all of them. */
async function countRequest(
  limits: Limit[],
  { headers }: Request,
): Promise<Record<string, string>> {
  const client = clientAddress(headers)
  const perLimit: Record<string, string>[] = []
  for (const limit of limits) {
    const allowance = await takeFrom(limit, client)
    if (!allowance.allowed) throw new TooManyRequests(limitHeaders(limit, allowance))
    perLimit.push(limitHeaders(limit, allowance))
  }
  const all = (name: string) => perLimit.map((headers) => headers[name]).join(', ')
  return { 'RateLimit-Policy': all('RateLimit-Policy'), RateLimit: all('RateLimit') }
}

/** Renders a problem for a plain form: the form again, with the submitted values and the errors. */
async function asPage(
  problem: Response,
  form: NonNullable<Options['form']>,
  fields: Body['fields'],
  url: URL,
): Promise<Response> {
  const {
    detail,
    errors = [],
    code,
  }: { detail: string; errors?: FieldError[]; code: ErrorCode } = await problem.json()
  const page = errorPage({
    form: form.name,
    heading: translator('problems')(`${code}.title`),
    detail,
    errors,
    fields,
    action: form.action(url),
  })
  const headers = new Headers(problem.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status: problem.status, headers })
}
