import { z } from 'zod'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text, wholeNumber } from '@/lib/http/parse-query'
import { limits } from '@/lib/rate-limit/rate-limit'
import { pagesMax, searchLengthMax } from '@/lib/search/search'
import { searchPosts } from '@/lib/search/search-posts'

const query = z.object({ q: text(searchLengthMax), page: wholeNumber(1, pagesMax).optional() })

export const GET = endpoint({ limit: limits.search, query }, ({ query }) =>
  searchPosts(query.q, query.page ?? 1),
)

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
