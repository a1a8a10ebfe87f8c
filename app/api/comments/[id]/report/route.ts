import { parseCommentId } from '@/lib/comments/comment'
import { reportComment } from '@/lib/comments/writing/report-comment'
import { NotFound } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { purgePost } from '@/lib/http/purge-pages'
import { sendMailsAfter } from '@/lib/http/send-mails-after'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { thanksForReportPath } from '@/lib/paths'
import { limits } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { truncate } from '@/lib/text/truncate'

/** A body is read only to learn whether a plain form sent it: a report says nothing but which comment it means. */
const write = {
  limits: [limits.reports, limits.reportsHourly],
  body: true,
  form: { title: 'Your report', action: ({ pathname }: URL) => pathname },
}

export const POST = writeEndpoint<{ id: string }>(
  write,
  async ({ request, params, kind, count }) => {
    const id = parseCommentId(params.id)
    if (id === undefined) throw new NotFound('comment', truncate(params.id, 40))
    await count()
    const { postSlug, held } = await reportComment(id, clientAddress(request.headers))
    if (held) {
      purgePost(postSlug)
      sendMailsAfter()
    }
    if (kind === 'form') return { seeOther: thanksForReportPath(id) }
    // The same for whoever reports again: what others said of it is nobody's business.
    return { json: { reported: true } }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
