import { honeypotName } from '@/lib/comments/comment'
import { AppError } from '@/lib/errors'
import { sendMailsAfter } from '@/lib/http/after-response'
import { readAddressProof } from '@/lib/http/cookies/reader-cookies'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { errorText } from '@/lib/i18n/error-text'
import { followThread } from '@/lib/mail/follows/follow-thread'
import { typedAddress } from '@/lib/mail/mail-address'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { limits } from '@/lib/rate-limit/rate-limit'
import { admitPage } from '@/lib/threads/admit-page'
import { followSentId, threadPath } from '@/lib/threads/thread-paths'
import { pageClaim } from '@/lib/threads/thread-slug-input'

const input = pageClaim.extend({ author_email: typedAddress })

/** Makes an address follow a thread. The response does not reveal whether it already does. */
export const POST = writeEndpoint(
  {
    limits: [limits.follows, limits.followsHourly],
    body: true,
    slugOf: ({ fields }) => fields.slug,
    form: { name: 'data', action: () => '/api/comments/follows' },
  },
  async ({ kind, fields, request, site, client, count }) => {
    if (!isMailEnabled()) throw new AppError('not-found', errorText('apiAddress'))
    const { author_email, ...page } = parseFields(input, fields)
    await count()
    if (site) await admitPage(site, page, client)
    // Bots that fill in every field get the same response.
    const slug = fields[honeypotName]
      ? page.slug
      : await followThread(page.slug, author_email, readAddressProof(request))
    sendMailsAfter()
    return kind === 'json'
      ? { json: { accepted: true } }
      : { seeOther: `${threadPath(slug)}#${followSentId}` }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')
