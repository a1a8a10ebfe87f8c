/**
 * Pause in typing before the preview is updated, in milliseconds. The pause is longer for long
 * posts.
 */
const pauseMs = 300
const costs = 1.5
/** Delay in milliseconds before a failed request is retried. */
const againMs = 5_000

/**
 * Number of characters from which parsing blocks the server noticeably. The pause is then six times
 * the response time.
 */
const longText = 100_000
const costsMoreWhenLong = 4

type Options = {
  url: string
  read: () => string
  show: (html: string) => void
  fail: (why: string) => void
}

export type LivePreview = { changed: () => void; close: () => void }

/**
 * Keeps a preview up to date: one request at a time, always with the latest text. It never blocks
 * typing.
 */
export function openLivePreview({ url, read, show, fail }: Options): LivePreview {
  const closing = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let hasChanged = false
  let costMs = 0
  const ask = async () => {
    hasChanged = false
    isAsking = true
    const begun = performance.now()
    const text = read()
    const answer = await fetchPreview(url, text, closing.signal)
    isAsking = false
    if (closing.signal.aborted) return
    costMs = (performance.now() - begun) * (text.length > longText ? costsMoreWhenLong : 1)
    if ('html' in answer) show(answer.html)
    else fail(answer.fault)
    if (hasChanged) later()
    else if ('fault' in answer) later(againMs)
  }
  const later = (leastMs = pauseMs) => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), Math.max(leastMs, costMs * costs))
  }
  void ask()
  return {
    changed: () => {
      hasChanged = true
      if (!isAsking) later()
    },
    close: () => {
      clearTimeout(timer)
      closing.abort()
    },
  }
}

async function fetchPreview(
  url: string,
  content: string,
  signal: AbortSignal,
): Promise<{ html: string } | { fault: string }> {
  try {
    const body = JSON.stringify({ content })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
    })
    const answer = await response.json()
    return response.ok ? { html: String(answer.html) } : { fault: String(answer.detail) }
  } catch {
    return { fault: 'The preview is away while there is no connection.' }
  }
}
