import { statsQuery } from '@/components/admin/stats/stats-query'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { csvResponse } from '@/lib/http/responses'
import { findCountedPost, getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { listDayRows } from '@/lib/views/stats/list-day-rows'

/** Returns daily totals, or views by post and day in the import format, as CSV. */
export const GET = adminEndpoint(async ({ request, actor }) => {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  const { span, post } = statsQuery.parse(parameters)
  const postId = post === undefined ? undefined : (await findCountedPost(actor, post)).id
  if (parameters.of === 'posts') {
    const rows = postRows(await listDayRows(actor, { span, postId }))
    return csvResponse(`views-of-posts-${span}`, ['slug', 'day', 'views'], rows)
  }
  const { days } = await getViewsByDay(actor, { span, postId })
  const rows = days.map(({ day, views, before }) => [day, views, before ?? ''])
  return csvResponse(`views-${span}`, ['day', 'views', 'views_before'], [rows])
})

async function* postRows(
  batches: Awaited<ReturnType<typeof listDayRows>>,
): AsyncGenerator<(string | number)[][]> {
  for await (const rows of batches) yield rows.map(({ slug, day, views }) => [slug, day, views])
}
