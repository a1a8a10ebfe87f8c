import { readStatsQuery } from '@/components/admin/stats/stats-query'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { csvResponse } from '@/lib/http/responses'
import { signedIn } from '@/lib/http/session/signed-in'
import { findCountedPost, getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { listDayRows } from '@/lib/views/stats/list-day-rows'

/** Returns daily totals, or views by post and day in the import format, as CSV. */
export async function GET(request: Request): Promise<Response> {
  try {
    const parameters = Object.fromEntries(new URL(request.url).searchParams)
    const { span, post } = readStatsQuery(parameters)
    const actor = await signedIn()
    const postId = post === undefined ? undefined : (await findCountedPost(actor, post)).id
    if (parameters.of === 'posts') {
      return csvResponse(
        `views-of-posts-${span}`,
        ['slug', 'day', 'views'],
        postRows(await listDayRows(actor, { span, postId })),
      )
    }
    const { days } = await getViewsByDay(actor, { span, postId })
    return csvResponse(
      `views-${span}`,
      ['day', 'views', 'views_before'],
      [days.map(({ day, views, before }) => [day, views, before ?? ''])],
    )
  } catch (error) {
    return toProblem(error)
  }
}

async function* postRows(
  batches: Awaited<ReturnType<typeof listDayRows>>,
): AsyncGenerator<(string | number)[][]> {
  for await (const rows of batches) yield rows.map(({ slug, day, views }) => [slug, day, views])
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
