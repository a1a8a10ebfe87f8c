import type { Comment } from '@/lib/comments/comment'

/** A comment as it is answered to its writer; an edited one comes without the last two. */
export type SentComment = Comment & { status?: 'published' | 'pending'; edit_token?: string }

/** `isOpen` where the server may have done it all the same, or will do it later: worth sending again. */
export type Refusal = {
  detail: string
  errors: { field: string; message: string }[]
  isOpen: boolean
}

export type Answer = { comment: SentComment; location: string | null } | { refusal: Refusal }

const answerMsMax = 30_000

/** Asks the API to write. Never throws: an answer that does not arrive is a refusal too. */
export async function sendComment(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body }),
      signal: AbortSignal.timeout(answerMsMax),
    })
    const answer = await response.json()
    if (response.ok) return { comment: answer, location: response.headers.get('location') }
    return {
      refusal: {
        detail: answer.detail,
        errors: answer.errors ?? [],
        isOpen: response.status >= 429,
      },
    }
  } catch {
    return {
      refusal: {
        detail: 'The connection was lost. Nothing you wrote is: try again.',
        errors: [],
        isOpen: true,
      },
    }
  }
}

/** A UUID. `crypto.randomUUID` is missing where a blog is read without TLS; the address of a blob ends in one too. */
export function newKey(): string {
  const url = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(url)
  return url.slice(-36)
}
