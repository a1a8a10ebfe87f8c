/**
 * Calls a function once, when an element is in or near the viewport.
 * @returns a function that stops waiting
 */
export function onceNear(element: Element, run: () => void): () => void {
  const callback: IntersectionObserverCallback = ([entry], observer) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    run()
  }
  const observer = new IntersectionObserver(callback, { rootMargin: '400px' })
  observer.observe(element)
  return () => observer.disconnect()
}
