/** Pause in typing before the preview is updated, in milliseconds. */
const pauseMs = 300
/** The pause is at least this many times as long as the last request. */
const costFactor = 1.5
/** Delay in milliseconds before a failed request is retried. */
const retryMs = 5_000

type Options = {
  url: string
  read: () => string
  show: (html: string) => void
  /** @param detail the error of the server; undefined while it is unreachable */
  fail: (detail: string | undefined) => void
}

/** Keeps a preview up to date: one request at a time, always with the latest text. */
export function openLivePreview({ url, read, show, fail }: Options): {
  changed: () => void
  close: () => void
} {
  const closing = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let hasChanged = false
  let costMs = 0
  const schedule = (delayMsMin = pauseMs) => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), Math.max(delayMsMin, costMs * costFactor))
  }
  const update = async () => {
    hasChanged = false
    isFetching = true
    const begun = performance.now()
    const result = await fetchPreview(url, read(), closing.signal)
    isFetching = false
    if (closing.signal.aborted) return
    costMs = performance.now() - begun
    if ('html' in result) show(result.html)
    else fail(result.error)
    if (hasChanged) schedule()
    else if ('error' in result) schedule(retryMs)
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
): Promise<{ html: string } | { error: string | undefined }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content }),
      signal,
    })
    const result = await response.json()
    return response.ok ? { html: String(result.html) } : { error: String(result.detail) }
  } catch {
    return { error: undefined }
  }
}
