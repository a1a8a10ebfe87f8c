import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { getPostState } from '@/lib/posts/editing/get-post-state'
import { parsePostId } from '@/lib/posts/editing/parse-post-id'

export const GET = adminEndpoint<{ id: string }>(({ params, actor }) =>
  getPostState(actor, parsePostId(params.id)),
)
