import { z } from 'zod'
import { commentsQuery } from '@/components/admin/comments/moderation-query'
import { commentIdMax } from '@/lib/comments/comment'
import { getAdminNews } from '@/lib/comments/moderation/count-for-admin'
import { adminEndpoint } from '@/lib/http/admin-endpoint'

const newest = z.coerce.number().int().min(0).max(commentIdMax).catch(0)

export const GET = adminEndpoint(({ request, actor }) => {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  return getAdminNews(actor, commentsQuery.parse(parameters), newest.parse(parameters.newest))
})
