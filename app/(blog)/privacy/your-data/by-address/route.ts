import { z } from 'zod'
import { sendMailsAfter } from '@/lib/http/after-response'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { typedAddress } from '@/lib/mail/mail-address'
import { limits } from '@/lib/rate-limit/rate-limit'
import { requestDataMail } from '@/lib/readers/request-data-mail'

const input = z.object({ author_email: typedAddress })

/** Sends a link to the data under an address. The response does not reveal whether it does. */
export const POST = writeEndpoint(
  {
    limits: [limits.ownData, limits.ownDataHourly],
    body: true,
    form: { name: 'data', action: ({ pathname }) => pathname },
  },
  async ({ fields, count }) => {
    const { author_email } = parseFields(input, fields)
    await count()
    await requestDataMail(author_email)
    sendMailsAfter()
    return { seeOther: '/privacy/your-data?done=sent' }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
