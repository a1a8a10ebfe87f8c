import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { getPostState } from '@/lib/posts/editing/get-post-state'
import { parseRowId } from '@/lib/text/row-id'

export const GET = adminEndpoint<{ id: string }>(({ params, actor }) =>
  getPostState(actor, parseRowId('post', params.id)),
)
