/** What could not be sent is sent once more, for so long. */
const retryWithinMs = 600_000
/** Where the connection is there and the server is not: it says to wait for two seconds. */
const retryAfterMs = 5_000

async function post(slug: string, key: string): Promise<number | undefined> {
  const response = await fetch('/api/views', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ slug, referrer: document.referrer }),
    // The reader may leave: it goes out all the same.
    keepalive: true,
  })
  // The server could not: it may the next time. What it refused it would refuse again.
  if (response.status >= 500) throw new Error(response.statusText)
  return response.ok ? (await response.json()).views : undefined
}

/** Resolves when there is a connection again; at once after a while where there was one all along. */
const reconnected = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, retryAfterMs)
    else addEventListener('online', resolve, { once: true })
  })

/**
 * Says that a post was looked at; where that fails, once more, as the same look.
 * @returns the post's number, where there was an answer
 */
export async function sendView(slug: string): Promise<number | undefined> {
  // Only a secure origin has randomUUID; the key needs to be unlike any other, no more.
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
