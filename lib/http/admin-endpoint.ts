import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { Actor } from '@/lib/auth/actor'
import { signedInHere } from '@/lib/http/session/signed-in'
import { runInLanguage } from '@/lib/i18n/languages'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { knownBlogLanguage } from '@/lib/settings/get-blog'
import { toProblem } from './problem'

/** A request of an admin script. The actor is set only for this site's own pages. */
export type AdminRequest<Params> = { request: Request; params: Params; actor: Actor | undefined }

/**
 * Creates an endpoint for admin scripts. It returns uncached JSON, the response of `work`, or a
 * problem, with messages in the language of the staff member.
 */
export function adminEndpoint<Params>(
  work: (adminRequest: AdminRequest<Params>) => Promise<unknown>,
  status = 200,
) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    let language = await knownBlogLanguage()
    try {
      refuseCrossSite(request.headers)
      const actor = await signedInHere(request)
      language = actor?.language ?? language
      const params = await context.params
      const body = await runInLanguage(language, async () => work({ request, params, actor }))
      return body instanceof Response ? body : Response.json(body, { status, headers })
    } catch (error) {
      unstable_rethrow(error)
      // Nobody reads the response to a closed connection, so the error is not logged.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return runInLanguage(language, () => toProblem(error, headers))
    }
  }
}
