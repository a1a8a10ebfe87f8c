import { exportCommentsAs } from '@/lib/comments/export/export-comments'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { jsonLinesResponse } from '@/lib/http/responses'
import { signedIn } from '@/lib/http/session/signed-in'

/** Downloads all threads and comments as JSON Lines. */
export async function GET(): Promise<Response> {
  try {
    return jsonLinesResponse('comments', await exportCommentsAs(await signedIn()))
  } catch (error) {
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
