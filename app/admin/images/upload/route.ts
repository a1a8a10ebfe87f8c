import { requireRole } from '@/lib/auth/actor'
import { errorPath } from '@/lib/http/admin-action'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { readImage } from '@/lib/http/read-image'
import { signInPath } from '@/lib/http/session/require-staff'
import { signedInHere } from '@/lib/http/session/signed-in'
import { addImage } from '@/lib/images/add-image'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'

const room = '/admin/images'

/** Accepts an uploaded image, and returns its URL to a script or redirects a plain form. */
export async function POST(request: Request): Promise<Response> {
  const isForm = request.headers.get('accept')?.includes('text/html') ?? false
  try {
    refuseCrossSite(request.headers)
    const actor = await signedInHere(request)
    // Check the session before reading megabytes from an unauthorised client.
    requireRole(actor, 'writer')
    const added = await addImage(actor, await readImage(request))
    return isForm
      ? seeOther(`${room}?added=${encodeURIComponent(added.url)}`)
      : Response.json(added, { status: 201, headers: noStore })
  } catch (error) {
    const problem = toProblem(error)
    if (!isForm || problem.status >= 500) return problem
    return seeOther(problem.status === 401 ? signInPath(room) : errorPath(room, error))
  }
}

const noStore = { 'Cache-Control': 'no-store' }

const seeOther = (path: string) =>
  new Response(null, { status: 303, headers: { ...noStore, Location: path } })

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
