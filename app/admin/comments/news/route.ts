import { readAdminQuestion } from '@/components/admin/comments/moderation-query'
import { commentIdMax } from '@/lib/comments/comment'
import { getAdminNews } from '@/lib/comments/moderation/count-for-admin'
import { toProblem } from '@/lib/http/problem'
import { signedIn } from '@/lib/http/session/signed-in'

const readNumber = (given: string | undefined) =>
  Math.min(commentIdMax, Math.max(0, Math.trunc(Number(given) || 0)))

/** Returns what changed since the list was rendered, or 304 if nothing did. */
export async function GET(request: Request): Promise<Response> {
  try {
    const parameters = Object.fromEntries(new URL(request.url).searchParams)
    const known = {
      newestId: readNumber(parameters.newest),
      matching: readNumber(parameters.matching),
    }
    const { marker, ...news } = await getAdminNews(
      await signedIn(),
      readAdminQuestion(parameters),
      known,
    )
    const headers = { ETag: `"${marker}"`, 'Cache-Control': 'private, no-cache' }
    if (request.headers.get('if-none-match') === headers.ETag)
      return new Response(null, { status: 304, headers })
    return Response.json(news, { headers })
  } catch (error) {
    return toProblem(error)
  }
}

export const dynamic = 'force-dynamic'
