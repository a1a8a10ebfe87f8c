import type { FieldError } from '@/lib/errors'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { pickFields } from '@/lib/posts/editing/post-fields'
import type { Draft, Theirs } from './draft'

/** A draft and its base revision. `force`: the user chose to overwrite another user's version. */
export type SaveRequest = Draft & { base: number; force?: true }

/** The result of an attempt. After `unavailable`, the server may have saved it anyway. */
export type SaveResponse =
  | { kind: 'saved'; revision: number; slug: string }
  | { kind: 'conflict'; theirs: Theirs }
  | { kind: 'signed-out' }
  /** Some fields are invalid, or the whole draft if there are none. */
  | { kind: 'refused'; detail: string; errors: FieldError[] }
  | { kind: 'unavailable' }

/** Timeout in milliseconds: a draft of 1 MB takes a while on a slow connection. */
const responseMsMax = 20_000

/** Browsers limit `keepalive` request bodies, in bytes (Fetch standard, “keepalive”). */
const keepaliveBytesMax = 60_000

/** The parts of a success or of a problem (RFC 9457) that are used here. */
type Body = {
  revision?: number
  slug?: string
  code?: string
  detail?: string
  errors?: FieldError[]
}

/**
 * Sends a draft to be saved. Never throws. Returns `unavailable` if there is no response, or if it
 * is unrelated to the draft (a server error, a gateway error or a rate limit).
 */
export async function sendDraft(
  saveUrl: string,
  request: SaveRequest,
  { outlivesPage = false } = {},
): Promise<SaveResponse> {
  try {
    const body = JSON.stringify(request)
    const response = await fetch(saveUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: outlivesPage && new Blob([body]).size < keepaliveBytesMax,
      redirect: 'error',
      signal: AbortSignal.timeout(responseMsMax),
    })
    const { status } = response
    const { revision, slug, code, detail, errors = [] }: Body = await response.json()
    if (status === 200 && revision !== undefined)
      return { kind: 'saved', revision, slug: String(slug) }
    if (status === 401) return { kind: 'signed-out' }
    if (status === 409 && code === 'post-changed')
      return { kind: 'conflict', theirs: await fetchTheirs(saveUrl) }
    if (status >= 400 && status < 500 && status !== 429)
      return { kind: 'refused', detail: String(detail), errors }
  } catch {
    return { kind: 'unavailable' }
  }
  return { kind: 'unavailable' }
}

/**
 * Fetches the complete draft on the server, since a conflict may affect any field.
 * @throws any error for an unusable response
 */
export async function fetchTheirs(saveUrl: string): Promise<Theirs> {
  const response = await fetch(saveUrl, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(responseMsMax),
  })
  const post: EditedPost = await response.json()
  if (!response.ok) throw new Error(`The post could not be fetched: ${response.status}`)
  return {
    revision: post.revision,
    draft: pickFields(post),
    ...(post.savedBy !== '' && { by: post.savedBy }),
  }
}
