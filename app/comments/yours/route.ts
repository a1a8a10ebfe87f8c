import { parseCommentId } from '@/lib/comments/comment'
import { ownCommentTokens } from '@/lib/http/cookies/own-comment-cookie'
import { otherMethods } from '@/lib/http/endpoint'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { dataPath, issueDataTicket } from '@/lib/mail/data-ticket'
import { limits } from '@/lib/rate-limit/rate-limit'
import { type CommentToken, claimComments } from '@/lib/readers/claim-comments'

/**
 * Leads to what was written in this browser: by the cookies that its plain forms left, which are sent here alone, and
 * by the edit tokens that its script kept or its reader typed.
 */
export const POST = writeEndpoint(
  {
    limits: [limits.ownData],
    body: true,
    form: { title: 'Your data', action: ({ pathname }) => pathname },
  },
  async ({ request, fields, count }) => {
    await count()
    const shown = [
      ...tokensIn(fields.tokens),
      ...tokensIn(fields.kept),
      ...ownCommentTokens(request.headers),
    ]
    const commentIds = await claimComments(shown)
    return { seeOther: dataPath(issueDataTicket({ addressIds: [], commentIds })) }
  },
)

/** Ids and tokens, each pair parted by what anybody would part it by. */
function tokensIn(text: unknown): CommentToken[] {
  if (typeof text !== 'string') return []
  return [...text.matchAll(/(?<!\w)(\d{1,10})[\s:=,]{1,10}([\w-]{43})(?![\w-])/g)].flatMap(
    ([, given = '', token = '']) => {
      const id = parseCommentId(given)
      return id === undefined ? [] : [{ id, token }]
    },
  )
}

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
