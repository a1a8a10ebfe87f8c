import { queryPage } from '@/components/admin/query-text'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { listImages } from '@/lib/images/list-images'

/** Lists the stored images for the editor, newest first. */
export const GET = adminEndpoint(({ request, actor }) =>
  listImages(actor, queryPage.parse(new URL(request.url).searchParams.get('page'))),
)
