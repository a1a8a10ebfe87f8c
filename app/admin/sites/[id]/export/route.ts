import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { jsonLinesResponse } from '@/lib/http/responses'
import { signedIn } from '@/lib/http/session/signed-in'
import { parseSiteId } from '@/lib/threads/admin/parse-site-id'

/** Returns the threads and comments of a site as JSON Lines. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  try {
    const actor = await signedIn()
    const { id } = await params
    const lines = await exportCommentsAs(actor, { siteId: parseSiteId(id) })
    return jsonLinesResponse(`site-${id}`, lines)
  } catch (error) {
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
