import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { jsonLinesResponse } from '@/lib/http/responses'
import { signedIn } from '@/lib/http/session/signed-in'
import { exportSite } from '@/lib/threads/admin/export-site'
import { parseSiteId } from '@/lib/threads/admin/parse-site-id'

/** Returns the threads and comments of a site as JSON Lines. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  try {
    const actor = await signedIn()
    const { id } = await params
    return jsonLinesResponse(`site-${id}`, await exportSite(actor, parseSiteId(id)))
  } catch (error) {
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
