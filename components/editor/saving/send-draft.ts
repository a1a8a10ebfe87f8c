import { type Draft, draftOf, isDraft, type Theirs } from './draft'

/** A draft and its base revision. `force`: the user chose to overwrite another user's version. */
export type SaveRequest = Draft & { base: number; force?: true }

/** The result of an attempt. After `away`, the server may have saved it anyway. */
export type SaveAnswer =
  | { kind: 'saved'; revision: number; slug: string }
  | { kind: 'conflict'; theirs: Theirs }
  | { kind: 'signed-out' }
  | { kind: 'refused'; detail: string }
  | { kind: 'away' }

/** Timeout in milliseconds: a draft of 1 MB takes a while on a slow connection. */
const responseMsMax = 20_000

/** Timeout in milliseconds for a check that delays the response to a button press. */
const reachMsMax = 5_000

/** Browsers limit `keepalive` request bodies, in bytes (Fetch standard, “keepalive”). */
const keepaliveBytesMax = 60_000

/** Sends a draft to be saved. Never throws: a missing or unexpected response is `away`. */
export async function sendDraft(
  saveUrl: string,
  request: SaveRequest,
  { outlivesPage = false } = {},
): Promise<SaveAnswer> {
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
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null) return { kind: 'away' }
    return (await readResponse(response.status, { ...answer }, saveUrl)) ?? { kind: 'away' }
  } catch {
    return { kind: 'away' }
  }
}

/**
 * Parses the response to a save.
 * @returns undefined for responses unrelated to the draft: a server error, a gateway, a rate limit
 */
async function readResponse(
  status: number,
  answer: Record<string, unknown>,
  saveUrl: string,
): Promise<SaveAnswer | undefined> {
  if (status === 200 && typeof answer.revision === 'number') {
    return { kind: 'saved', revision: answer.revision, slug: String(answer.slug) }
  }
  if (status === 409 && answer.code === 'post-changed') {
    const theirs = await fetchTheirs(saveUrl)
    return theirs && { kind: 'conflict', theirs: { ...theirs, ...authorOf(answer.theirs) } }
  }
  if (status === 401) return { kind: 'signed-out' }
  if (status >= 400 && status < 500 && status !== 429)
    return { kind: 'refused', detail: String(answer.detail) }
  return undefined
}

/** Returns whether the server is reachable, with any response. */
export async function reachServer(saveUrl: string): Promise<boolean> {
  try {
    await fetch(saveUrl, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(reachMsMax),
    })
    return true
  } catch {
    return false
  }
}

/**
 * Fetches the complete draft on the server, since a conflict may affect any field.
 * @returns undefined for an unusable response
 */
export async function fetchTheirs(saveUrl: string): Promise<Theirs | undefined> {
  const response = await fetch(saveUrl, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(responseMsMax),
  })
  const post: unknown = response.ok ? await response.json() : undefined
  if (!isDraft(post) || !('revision' in post) || typeof post.revision !== 'number') return undefined
  return { revision: post.revision, draft: draftOf(post) }
}

/** Returns who saved the version in a conflict. */
function authorOf(theirs: unknown): { by?: string } {
  return typeof theirs === 'object' && theirs !== null && 'by' in theirs
    ? { by: String(theirs.by) }
    : {}
}
