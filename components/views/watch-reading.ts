/** A page counts as looked at when it was in sight for so long in sum, or at once when its reader does something. */
const lookMs = 3_000

/**
 * What only a reader does. `scroll` is none of these: a link to a place or to words on the page, a reload and a soft navigation scroll
 * too. A reader’s scrolling begins with one of these, by the scrollbar as well.
 */
const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Keys that move on the page or type; others, and those held with a modifier, are what one leaves a page with. */
const readingKeys = /^(.|Arrow.+|Page.+|Home|End|Tab|Enter)$/u

/** A page that is prerendered is never in sight; Chromium calls it visible a moment before it is shown. */
const isInSight = () =>
  document.visibilityState === 'visible' && !('prerendering' in document && document.prerendering)

/** A browser that fills in a form sends a `keydown` that is of no keyboard. */
const isReadingKey = (event: Event) =>
  event instanceof KeyboardEvent &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  readingKeys.test(event.key)

/**
 * Calls back once when the reader has looked at the page.
 * @returns stops watching
 */
export function watchReading(whenRead: () => void): () => void {
  let lookedMs = 0
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const watching = new AbortController()

  const stop = () => {
    watching.abort()
    clearTimeout(timer)
  }
  const end = () => {
    stop()
    whenRead()
  }
  const look = () => {
    if (isInSight()) {
      since ??= performance.now()
      timer ??= setTimeout(end, lookMs - lookedMs)
    } else if (since !== undefined) {
      lookedMs += performance.now() - since
      since = undefined
      clearTimeout(timer)
      timer = undefined
    }
  }
  const act = (event: Event) => {
    if (isInSight() && (event.type !== 'keydown' || isReadingKey(event))) end()
  }

  const options = { signal: watching.signal, passive: true, capture: true }
  for (const type of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(type, look, options)
  for (const type of actions) addEventListener(type, act, options)
  look()
  return stop
}
