import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { Limit } from '@/lib/rate-limit/limiter'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { countRequest } from './count-request'
import { errorPage, type FormName } from './error-page'
import { toAppError, toProblem } from './problem'
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
export type WriteResult =
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
 * error responses. The handler calls `count` once the input is valid.
 */
export function writeEndpoint<Params>(
  options: Options,
  handle: (submission: Submission<Params>) => Promise<WriteResult>,
) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
    }
    let body: Body = { kind: 'json', fields: {} }
    try {
      Object.assign(headers, allowOrigin(refuseCrossSite(request.headers)))
      if (options.body) body = await readBody(request)
      const count = async () =>
        void Object.assign(headers, await countRequest(options.limits, request))
      const written = await handle({ request, params: await context.params, ...body, count })
      return toResponse(written, headers)
    } catch (error) {
      unstable_rethrow(error)
      const foreseen = toAppError(error)
      const problem = toProblem(foreseen, headers)
      if (body.kind !== 'form' || !options.form) return problem
      const action = options.form.action(new URL(request.url))
      const page = errorPage(options.form.name, foreseen, body.fields, action)
      problem.headers.set('Content-Type', 'text/html; charset=utf-8')
      return new Response(page, { status: problem.status, headers: problem.headers })
    }
  }
}

/** Lets an allowed foreign origin read the response. */
const allowOrigin = (origin: string | undefined) =>
  origin !== undefined && {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Location, RateLimit, RateLimit-Policy, Retry-After',
  }

function toResponse(written: WriteResult, common: Record<string, string>): Response {
  const headers = { ...common, ...written.headers }
  return 'seeOther' in written
    ? new Response(null, { status: 303, headers: { ...headers, Location: written.seeOther } })
    : Response.json(written.json, { status: written.status ?? 200, headers })
}
