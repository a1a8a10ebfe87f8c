/** A failed request is retried once within this time. */
const retryWithinMs = 600_000
/**
 * Delay in milliseconds while the browser is online: longer than the `Retry-After` of the server.
 */
const retryAfterMs = 5_000

async function post(slug: string, key: string): Promise<number | undefined> {
  const response = await fetch('/api/views', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ slug, referrer: document.referrer }),
    // Sends the request even if the reader leaves the page.
    keepalive: true,
  })
  // Retries server errors only: a rejected request would be rejected again.
  if (response.status >= 500) throw new Error(response.statusText)
  return response.ok ? (await response.json()).views : undefined
}

/** Resolves when the browser is online again, or after a delay if it already is. */
const reconnected = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, retryAfterMs)
    else addEventListener('online', resolve, { once: true })
  })

/**
 * Records a view of a post. Retries once with the same idempotency key.
 * @returns the number of views, or undefined without a successful response
 */
export async function sendView(slug: string): Promise<number | undefined> {
  // `randomUUID` requires a secure context; the key only has to be unique.
  const key =
    crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-')
  const begun = Date.now()
  try {
    return await post(slug, key)
  } catch {
    await reconnected()
    return Date.now() - begun < retryWithinMs ? post(slug, key).catch(() => undefined) : undefined
  }
}
