import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { AppError, type FieldError } from '@/lib/errors'
import type { Limit } from '@/lib/rate-limit/limiter'
import { limitHeaders, takeFrom } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { errorPage } from './error-page'
import { problems, toProblem } from './problem'
import { type Body, readBody } from './read-body'

/** What a writing handler is given, beside what was submitted. */
export type Submission<Params> = {
  request: Request
  params: Params
  fields: Body['fields']
  kind: Body['kind']
  count: () => Promise<void>
}

/** What it says: JSON, or where a plain form leads. */
export type Written =
  | { status?: 200 | 201; json: unknown; headers?: Record<string, string> }
  | { seeOther: string; headers?: Record<string, string> }

type Options = {
  limits: Limit[]
  /** Whether a body is read. */
  body: boolean
  /** The plain form that is shown again, with its faults: what it is called, and where it leads back to. */
  form?: { title: string; action: (url: URL) => string }
}

/**
 * A public writing endpoint: the one place where origin, size, form and errors of a write meet. A write from another
 * site is refused before anything it says is looked at. `count` is to be called by the handler when what was submitted
 * has been found well-formed: who mistypes uses up nothing.
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
      `Too many at once. Try again in ${headers['Retry-After'] ?? 60} seconds.`,
    )
  }
}

/** Counts a write against each of its limits, and says of all of them what is left. */
async function countRequest(
  limits: Limit[],
  { headers }: Request,
): Promise<Record<string, string>> {
  const client = clientAddress(headers)
  const said: Record<string, string>[] = []
  for (const limit of limits) {
    const allowance = await takeFrom(limit, client)
    if (!allowance.allowed) throw new TooManyRequests(limitHeaders(limit, allowance))
    said.push(limitHeaders(limit, allowance))
  }
  const all = (name: string) => said.map((headers) => headers[name]).join(', ')
  return { 'RateLimit-Policy': all('RateLimit-Policy'), RateLimit: all('RateLimit') }
}

/** The same problem for who sent a plain form: the form again, with what was typed, and what is wrong with it. */
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
  }: { detail: string; errors?: FieldError[]; code: keyof typeof problems } = await problem.json()
  const page = errorPage({
    title: form.title,
    heading: problems[code].title,
    detail,
    errors,
    fields,
    action: form.action(url),
  })
  const headers = new Headers(problem.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status: problem.status, headers })
}
