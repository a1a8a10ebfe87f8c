/** A view counts after this time in view, in milliseconds, or on the reader's first action. */
const viewMs = 3_000

/**
 * Events that only a reader causes. `scroll` is not one of them: links to anchors or text
 * fragments, reloads and soft navigations scroll as well. These events precede a reader's own
 * scrolling, even with the scrollbar.
 */
const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Keys that scroll or type. Other keys, or a modifier, are often used to leave a page. */
const readingKeys = /^(.|Arrow.+|Page.+|Home|End|Tab|Enter)$/u

/** Returns whether the page is in view. Chromium briefly reports a prerendered page as visible. */
const isInView = () =>
  document.visibilityState === 'visible' && !('prerendering' in document && document.prerendering)

/** Excludes the synthetic `keydown` that browsers dispatch when they autofill a form. */
const isReadingKey = (event: Event) =>
  event instanceof KeyboardEvent &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  readingKeys.test(event.key)

/** Views sent from this document, so that a client navigation back is not counted again. */
const sent = new Map<string, Promise<number>>()

/**
 * Sends a view once the reader has viewed the page.
 * @param onCounted gets the new number
 * @returns a function that stops watching
 */
export function countView(
  slug: string,
  send: (slug: string) => Promise<number>,
  onCounted: (views: Promise<number>) => void,
): () => void {
  const count = () => {
    const views = sent.get(slug) ?? send(slug)
    sent.set(slug, views)
    onCounted(views)
  }
  if (!sent.has(slug)) return watchReading(count)
  count()
  return () => {}
}

/**
 * Calls `onRead` once, when the reader has viewed the page.
 * @returns a function that stops watching
 */
function watchReading(onRead: () => void): () => void {
  let viewedMs = 0
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const watching = new AbortController()

  const stop = () => {
    watching.abort()
    clearTimeout(timer)
  }
  const end = () => {
    stop()
    onRead()
  }
  const updateTimer = () => {
    if (isInView()) {
      since ??= performance.now()
      timer ??= setTimeout(end, viewMs - viewedMs)
    } else if (since !== undefined) {
      viewedMs += performance.now() - since
      since = undefined
      clearTimeout(timer)
      timer = undefined
    }
  }
  const handleAction = (event: Event) => {
    if (isInView() && (event.type !== 'keydown' || isReadingKey(event))) end()
  }

  const options = { signal: watching.signal, passive: true, capture: true }
  for (const type of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(type, updateTimer, options)
  for (const type of actions) addEventListener(type, handleAction, options)
  updateTimer()
  return stop
}
