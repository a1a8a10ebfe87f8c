import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { finishUpload } from '@/lib/images/send-to-store'

export const POST = adminEndpoint<{ id: string }>(
  ({ actor, params }) => finishUpload(actor, params.id),
  201,
)
