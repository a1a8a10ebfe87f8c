import type { Comment } from '@/lib/comments/comment'

/** A comment as the API returns it to its author. Responses to edits omit the last two fields. */
export type SentComment = Comment & { status?: 'published' | 'pending'; edit_token?: string }

/**
 * A write that did not succeed. `detail` is undefined if the connection was lost. `mayRetry` is
 * true if the request may have succeeded or may succeed later.
 */
export type Failure = {
  detail?: string | undefined
  fieldErrors: { field: string; message: string }[]
  mayRetry: boolean
}

const timeoutMs = 30_000

/** Sends a write request to the API. Never throws: a missing response is a failure too. */
export async function sendComment(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ comment: SentComment; location: string | null } | { failure: Failure }> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const json = await response.json()
    if (response.ok) return { comment: json, location: response.headers.get('location') }
    return {
      failure: {
        detail: json.detail,
        fieldErrors: json.errors ?? [],
        mayRetry: response.status >= 429,
      },
    }
  } catch {
    return { failure: { fieldErrors: [], mayRetry: true } }
  }
}

/** Sends the form to follow a thread, and reports the result below its button. */
export async function sendFollow(form: HTMLFormElement): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const result = await sendComment('POST', form.action, {}, body)
  const { failed, sent } = form.dataset
  const [wrong] = 'failure' in result ? result.failure.fieldErrors : []
  const text = 'failure' in result ? (wrong?.message ?? result.failure.detail ?? failed) : sent
  const status = form.querySelector('[role="status"]')
  if (status) status.textContent = text ?? ''
}
