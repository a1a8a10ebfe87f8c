import { z } from 'zod'
import { queryText } from '@/components/admin/query-text'
import { spans } from '@/lib/views/stats/span'

/** The query of the statistics in a URL or form. Invalid parameters are ignored. */
export const statsQuery = z.object({
  span: z.enum(spans).catch('30'),
  post: queryText,
})
