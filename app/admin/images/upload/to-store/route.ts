import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { beginUpload } from '@/lib/images/send-to-store'

/** Returns the URL to which the browser uploads a large image directly. */
export const POST = adminEndpoint(({ actor }) => beginUpload(actor), 201)
