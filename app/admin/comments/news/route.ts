import { readCommentsQuery } from '@/components/admin/comments/moderation-query'
import { commentIdMax } from '@/lib/comments/comment'
import { getAdminNews } from '@/lib/comments/moderation/count-for-admin'
import { adminEndpoint } from '@/lib/http/admin-endpoint'

const readNumber = (given: string | undefined) =>
  Math.min(commentIdMax, Math.max(0, Math.trunc(Number(given) || 0)))

export const GET = adminEndpoint(({ request, actor }) => {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  return getAdminNews(actor, readCommentsQuery(parameters), {
    newestId: readNumber(parameters.newest),
    matching: readNumber(parameters.matching),
  })
})

export const dynamic = 'force-dynamic'
