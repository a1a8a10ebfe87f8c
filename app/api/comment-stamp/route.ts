import { makeStamp } from '@/lib/comments/screening/form-stamp'
import { otherMethods } from '@/lib/http/endpoint'
import { limits } from '@/lib/http/rate-limit'
import { writeEndpoint } from '@/lib/http/write-endpoint'

/**
 * When a comment's form was first touched, signed: the page is static, so its script asks. For the site's own forms
 * alone, as a write is.
 */
export const GET = writeEndpoint({ limits: [limits.formStamps], body: false }, async ({ count }) => {
  await count()
  return { json: { stamp: makeStamp() } }
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
