/**
 * Calls a function once, when an element is in or near the viewport.
 * @returns the observer, to stop waiting
 */
export function onceNear(element: Element, run: () => void): IntersectionObserver {
  const callback: IntersectionObserverCallback = ([entry], observer) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    run()
  }
  const observer = new IntersectionObserver(callback, { rootMargin: '400px' })
  observer.observe(element)
  return observer
}
