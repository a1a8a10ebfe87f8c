import { z } from 'zod'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { limits } from '@/lib/http/rate-limit'
import { slugLengthMax } from '@/lib/posts/post'
import { getViews } from '@/lib/views/get-views'

const query = z.object({ slug: text(slugLengthMax) })

export const GET = endpoint({ limit: limits.views, query }, async ({ query }) => ({ views: await getViews(query.slug) }))

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
