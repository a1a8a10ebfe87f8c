import { InvalidInput } from '@/lib/errors'
import { sendWebhooksAfter } from '@/lib/http/after-response'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePost } from '@/lib/http/purge-pages'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { translator } from '@/lib/i18n/translator'
import { requireDataTicket } from '@/lib/mail/data-ticket'
import { limits } from '@/lib/rate-limit/rate-limit'
import { eraseReaderData } from '@/lib/readers/erase-reader-data'

/** Erases the data of the ticket's reader, after confirmation in a form. */
export const POST = writeEndpoint<{ ticket: string }>(
  {
    limits: [limits.ownData],
    body: true,
    form: { name: 'data', action: ({ pathname }) => pathname.replace(/\/erase$/, '') },
  },
  async ({ params, fields, count }) => {
    const claim = requireDataTicket(params.ticket)
    if (fields.sure !== 'yes')
      throw new InvalidInput([
        { field: 'sure', message: translator('yourData')('confirmationRequired') },
      ])
    await count()
    const { postSlugs } = await eraseReaderData(claim)
    for (const slug of postSlugs) purgePost(slug)
    sendWebhooksAfter(...postSlugs)
    return { seeOther: '/privacy/your-data?done=erased' }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
