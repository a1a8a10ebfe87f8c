import { parseCommentId } from '@/lib/comments/comment'
import { addressProofCookie } from '@/lib/http/cookies/reader-cookies'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePost } from '@/lib/http/purge-pages'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { verificationPath } from '@/lib/mail/mail-links'
import { verifyAddress } from '@/lib/mail/verify-address'
import { limits } from '@/lib/rate-limit/rate-limit'

/** Handles the form of a verification e-mail's page. Each selected comment is a field. */
export const POST = writeEndpoint(
  {
    limits: [limits.ownComments],
    body: true,
    form: { name: 'address', action: ({ pathname }) => pathname },
  },
  async ({ request, fields, count }) => {
    await count()
    const token = typeof fields.token === 'string' ? fields.token : ''
    const ticked = Object.keys(fields).flatMap((name) => {
      const id = name.startsWith('comment-')
        ? parseCommentId(name.slice('comment-'.length))
        : undefined
      return id === undefined ? [] : [id]
    })
    const { proof, slugs } = await verifyAddress(token, ticked)
    for (const slug of slugs) purgePost(slug)
    return { seeOther: verificationPath(token), headers: addressProofCookie(proof, request) }
  },
)

export const { OPTIONS, GET, PUT, PATCH, DELETE } = otherMethods('POST')
