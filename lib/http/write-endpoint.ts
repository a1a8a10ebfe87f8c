import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { z } from 'zod'
import { InvalidInput } from '@/lib/errors'
import { runInLanguage } from '@/lib/i18n/languages'
import { currentLocale } from '@/lib/i18n/translator'
import type { Limit } from '@/lib/rate-limit/limiter'
import { limits } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { getBlog } from '@/lib/settings/get-blog'
import { isSiteOrigin } from '@/lib/threads/find-site'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { threadSlug } from '@/lib/threads/thread-slug-input'
import { countRequest } from './count-request'
import { errorPage, type FormName } from './error-page'
import { firstErrors } from './parse-fields'
import { type Permission, permitWrite } from './permit-write'
import { toAppError, toProblem } from './problem'
import { type Body, isForm, readBody } from './read-body'
import { inRequestLanguage } from './request-language'

/** The input of a write handler. */
export type Submission<Params> = Pick<Permission, 'site' | 'client'> & {
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

type Options<Params> = {
  limits: Limit[]
  /**
   * Returns the slug of the post or page that is written to. Without it, only this blog and allowed
   * origins may write. `isRefused` is true if a write to a post would be refused.
   */
  slugOf?: (input: {
    request: Request
    params: Params
    fields: Body['fields']
    isRefused: boolean
  }) => unknown
  /** True if the request has a body to read. */
  body: boolean
  /** The name and return URL of the plain form, which is shown again on errors. */
  form?: { name: FormName; action: (url: URL) => string }
}

/**
 * Creates a public write endpoint with checks of origin and size, form pages and error responses.
 * The handler calls `count` once the input is valid.
 */
export function writeEndpoint<Params>(
  options: Options<Params>,
  handle: (submission: Submission<Params>) => Promise<WriteResult>,
) {
  type Context = { params: Promise<Params> }
  /** Returns the response to an invalid request: a problem, or the page of a plain form. */
  const toErrorResponse = async (
    error: unknown,
    request: Request,
    fields: Body['fields'] | undefined,
    headers: Record<string, string>,
  ): Promise<Response> => {
    const foreseen = toAppError(error)
    // Any page may read an error: an embed shows its owner which origin to add.
    const problem = toProblem(foreseen, { ...readableBy('*'), ...headers })
    // A form of another site must not be sent again from here.
    const isForeign = foreseen.code === 'cross-site'
    const { form } = options
    if (!isForm(request) || !form || isForeign) return problem
    const action = form.action(new URL(request.url))
    const page = errorPage(form.name, foreseen, fields, action, await getBlog())
    problem.headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(page, { status: problem.status, headers: problem.headers })
  }
  const respond = async (request: Request, context: Context): Promise<Response> => {
    let language = currentLocale()
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
    }
    let body: Body | undefined
    let counted: Promise<unknown> | undefined
    // Invalid requests count too: the site of a page is looked up before the fields are checked.
    const countLookup = async () => {
      counted ??= countRequest([limits.siteLookups], clientAddress(request.headers))
      await counted
    }
    try {
      const early = await permitWrite(request.headers).catch((error) => {
        // The fields may name a page of the origin.
        if (options.slugOf) return { error }
        throw error
      })
      if (options.slugOf && ('error' in early || request.headers.has('authorization')))
        await countLookup()
      body = options.body
        ? await readBody(request).catch((error) => refuse(early, request, error))
        : { kind: 'json', fields: {} }
      const { fields } = body
      const params = await context.params
      const slugOf = () =>
        options.slugOf?.({ request, params, fields, isRefused: 'error' in early })
      const permission = await permitPage(early, request, { slugOf, countLookup })
      Object.assign(headers, permission.origin !== undefined && readableBy(permission.origin))
      const { client, site } = permission
      const count = async () =>
        void Object.assign(headers, await countRequest(options.limits, client))
      language = site?.language ?? language
      const submission = { request, params, ...body, site, client, count }
      return toResponse(await runInLanguage(language, async () => handle(submission)), headers)
    } catch (error) {
      unstable_rethrow(error)
      return runInLanguage(language, () => toErrorResponse(error, request, body?.fields, headers))
    }
  }
  return async (request: Request, context: Context) =>
    inRequestLanguage(request.headers, async () => respond(request, context))
}

/** The decision on a write by its headers alone, as for posts. */
type Early = Permission | { error: unknown }

/** Decides on a write by the thread that it belongs to, which the fields name. */
async function permitPage(
  early: Early,
  request: Request,
  { slugOf, countLookup }: { slugOf: () => unknown; countLookup: () => Promise<void> },
): Promise<Permission> {
  const given = await slugOf()
  if (typeof given === 'string' && isPageSlug(given)) {
    await countLookup()
    // The same schema as in the handler, so that both refer to the same thread.
    const parsed = z.object({ slug: threadSlug }).safeParse({ slug: given })
    return parsed.success
      ? permitWrite(request.headers, parsed.data.slug)
      : refuse(early, request, new InvalidInput(firstErrors(parsed.error)))
  }
  if ('error' in early) throw early.error
  return early
}

/**
 * Throws the error of an invalid request. Origins that may write nowhere are refused before
 * anything else is checked.
 */
async function refuse(early: Early, { headers }: Request, error: unknown): Promise<never> {
  const origin = headers.get('origin') ?? ''
  if ('error' in early && !(await isSiteOrigin(origin).catch(() => false))) throw early.error
  throw error
}

/** Lets pages of an origin read the response. */
const readableBy = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': 'Location, RateLimit, RateLimit-Policy, Retry-After',
})

function toResponse(written: WriteResult, common: Record<string, string>): Response {
  const headers = { ...common, ...written.headers }
  return 'seeOther' in written
    ? new Response(null, { status: 303, headers: { ...headers, Location: written.seeOther } })
    : Response.json(written.json, { status: written.status ?? 200, headers })
}
