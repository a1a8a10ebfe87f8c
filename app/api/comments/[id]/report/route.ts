import { requireCommentId, slugOfComment } from '@/lib/comments/reading/find-comment'
import { reportComment } from '@/lib/comments/writing/report-comment'
import { afterCommentChange } from '@/lib/http/after-response'
import { otherMethods } from '@/lib/http/endpoint'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { reportPath } from '@/lib/paths'
import { limits } from '@/lib/rate-limit/rate-limit'

export const POST = writeEndpoint<{ id: string }>(
  {
    limits: [limits.reports, limits.reportsHourly],
    // Read only to detect a plain form: a report carries no other data.
    body: true,
    // A server with the site's key names the reader's address.
    slugOf: ({ request, params, isRefused }) =>
      (isRefused || request.headers.has('authorization')) && slugOfComment(params.id),
    form: { name: 'report', action: ({ pathname }) => pathname },
  },
  async ({ params, kind, client, count }) => {
    const id = requireCommentId(params.id)
    await count()
    const { postSlug, held } = await reportComment(id, client)
    if (held) afterCommentChange(postSlug)
    if (kind === 'form') return { seeOther: `${reportPath(id)}?done=reported` }
    // Repeated reports get the same response, which does not reveal other reports.
    return { json: { reported: true } }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')
