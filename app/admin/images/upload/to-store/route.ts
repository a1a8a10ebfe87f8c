import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { beginUpload } from '@/lib/images/send-to-store'

/** Returns the URL to which the browser uploads a large image directly. */
export const POST = adminEndpoint(({ actor }) => beginUpload(actor), 201)

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
