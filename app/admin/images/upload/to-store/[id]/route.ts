import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { finishUpload } from '@/lib/images/send-to-store'

export const POST = adminEndpoint<{ id: string }>(
  ({ actor, params }) => finishUpload(actor, params.id),
  201,
)

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
