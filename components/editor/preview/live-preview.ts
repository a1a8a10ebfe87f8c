/**
 * Pause in typing before the preview is updated, in milliseconds. The pause is longer for long
 * posts.
 */
const pauseMs = 300
const costFactor = 1.5
/** Delay in milliseconds before a failed request is retried. */
const retryMs = 5_000

/**
 * Number of characters from which parsing blocks the server noticeably. The pause is then six times
 * the response time.
 */
const longTextLength = 100_000
const longTextFactor = 4

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
  let isFetching = false
  let hasChanged = false
  let costMs = 0
  const update = async () => {
    hasChanged = false
    isFetching = true
    const begun = performance.now()
    const text = read()
    const result = await fetchPreview(url, text, closing.signal)
    isFetching = false
    if (closing.signal.aborted) return
    costMs = (performance.now() - begun) * (text.length > longTextLength ? longTextFactor : 1)
    if ('html' in result) show(result.html)
    else fail(result.error)
    if (hasChanged) schedule()
    else if ('error' in result) schedule(retryMs)
  }
  const schedule = (delayMsMin = pauseMs) => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), Math.max(delayMsMin, costMs * costFactor))
  }
  void update()
  return {
    changed: () => {
      hasChanged = true
      if (!isFetching) schedule()
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
): Promise<{ html: string } | { error: string }> {
  try {
    const body = JSON.stringify({ content })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
    })
    const result = await response.json()
    return response.ok ? { html: String(result.html) } : { error: String(result.detail) }
  } catch {
    return { error: 'The preview is unavailable while you are offline.' }
  }
}
