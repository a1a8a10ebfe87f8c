import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { Actor } from '@/lib/auth/actor'
import { signedInHere } from '@/lib/http/session/signed-in'
import { toProblem } from './problem'

/** What a script of the admin area asks: who is signed in, as far as this site's own pages say so. */
export type AdminRequest<Params> = { request: Request; params: Params; actor: Actor | undefined }

/**
 * An address that the scripts of the admin area ask: JSON that nobody keeps, and problems. What is asked of lib is judged there.
 */
export function adminEndpoint<Params>(work: (asked: AdminRequest<Params>) => Promise<unknown>) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    try {
      const actor = await signedInHere(request)
      return Response.json(await work({ request, params: await context.params, actor }), {
        headers,
      })
    } catch (error) {
      unstable_rethrow(error)
      return toProblem(error, headers)
    }
  }
}
