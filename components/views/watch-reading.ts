/** A page counts as looked at when it was in sight for so long in sum, or at once when its reader does something. */
const lookMs = 3_000

const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'scroll'] as const

/** A page that is prerendered is never in sight; Chromium calls it visible a moment before it is shown. */
const isInSight = () => document.visibilityState === 'visible' && !('prerendering' in document && document.prerendering)

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
  const act = ({ type }: Event) => {
    // A link to a place on the page scrolls it too.
    if (isInSight() && !(type === 'scroll' && location.hash)) end()
  }

  const options = { signal: watching.signal, passive: true, capture: true }
  for (const type of ['visibilitychange', 'prerenderingchange']) document.addEventListener(type, look, options)
  for (const type of actions) addEventListener(type, act, options)
  look()
  return stop
}
