import { makeStamp } from '@/lib/comments/screening/form-stamp'
import { otherMethods } from '@/lib/http/endpoint'
import { signedInHere } from '@/lib/http/session/signed-in'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { limits } from '@/lib/rate-limit/rate-limit'

/**
 * Returns a signed timestamp of the first interaction with a comment form, and the signed-in user.
 * The form's page is static. Restricted to origins that may post, to the page in `slug` if there is
 * one.
 */
export const GET = writeEndpoint(
  {
    limits: [limits.formStamps],
    body: false,
    slugOf: ({ request }) => new URL(request.url).searchParams.get('slug'),
  },
  async ({ request, count }) => {
    await count()
    const actor = await signedInHere(request)
    return {
      json: { stamp: makeStamp(), ...(actor && { staff: { name: actor.name, role: actor.role } }) },
    }
  },
)

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
