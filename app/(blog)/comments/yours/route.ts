import { parseCommentId } from '@/lib/comments/comment'
import { ownCommentTokens } from '@/lib/http/cookies/reader-cookies'
import { otherMethods } from '@/lib/http/endpoint'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { dataPath, issueDataTicket } from '@/lib/mail/data-ticket'
import { limits } from '@/lib/rate-limit/rate-limit'
import { type CommentToken, claimComments } from '@/lib/readers/find-reader'

/**
 * Redirects to the comments written in this browser. It uses the cookies of plain forms, which are
 * sent only here, and edit tokens that the script stored or the reader entered.
 */
export const POST = writeEndpoint(
  {
    limits: [limits.ownData],
    body: true,
    form: { name: 'data', action: ({ pathname }) => pathname },
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

/** Parses pairs of a comment id and an edit token, separated by common separators. */
function tokensIn(text: unknown): CommentToken[] {
  if (typeof text !== 'string') return []
  return [...text.matchAll(/(?<!\w)(\d{1,10})[\s:=,]{1,10}([\w-]{43})(?![\w-])/g)].flatMap(
    ([, digits = '', token = '']) => {
      const id = parseCommentId(digits)
      return id === undefined ? [] : [{ id, token }]
    },
  )
}

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
