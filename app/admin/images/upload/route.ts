import { requireRole } from '@/lib/auth/actor'
import { AppError } from '@/lib/errors'
import { errorPath } from '@/lib/http/admin-action'
import { type AdminRequest, adminEndpoint } from '@/lib/http/admin-endpoint'
import { statusOf } from '@/lib/http/problem'
import { readImage } from '@/lib/http/read-image'
import { signInPath } from '@/lib/http/session/require-staff'
import { addImage } from '@/lib/images/add-image'

const imageList = '/admin/images'

async function store({ request, actor }: AdminRequest<unknown>) {
  // Check the session before reading megabytes from an unauthorised client.
  requireRole(actor, 'writer')
  return addImage(actor, await readImage(request))
}

/** Accepts an uploaded image, and returns its URL to a script or redirects a plain form. */
export const POST = adminEndpoint(async (input: AdminRequest<unknown>) => {
  if (!input.request.headers.get('accept')?.includes('text/html')) return store(input)
  const path = await store(input).then(
    (added) => `${imageList}?added=${encodeURIComponent(added.url)}`,
    (error: unknown) => {
      if (!(error instanceof AppError) || statusOf(error.code) >= 500) throw error
      return error.code === 'unauthorized' ? signInPath(imageList) : errorPath(imageList, error)
    },
  )
  return new Response(null, {
    status: 303,
    headers: { 'Cache-Control': 'no-store', Location: path },
  })
}, 201)
