/** The identity of the page that contains an element. */
import { slugOfUrl } from '@/lib/threads/thread-slug'

const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the slug of this page, from its canonical URL or its address. */
function slugOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel~=canonical]')?.href
  // On a developer's machine, the canonical URL is that of the published page.
  if (canonical && !isLocal.test(location.hostname))
    return slugOfUrl(canonical, true) ?? slugOfUrl(location.href) ?? ''
  return slugOfUrl(location.href) ?? ''
}

/** Returns the slug that an element names by `slug` or `url`, or that of the page. */
export function slugOf(element: Element): string {
  const url = element.getAttribute('url')
  return (
    element.getAttribute('slug') ??
    (url === null ? slugOfPage() : (slugOfUrl(new URL(url, location.href).href, true) ?? ''))
  )
}

/**
 * Calls a function after each client navigation: of the browser, Astro, Turbo and, through the
 * Navigation API, any other router.
 * @returns a function that stops this
 */
export function onNavigate(run: () => void): () => void {
  const watching = new AbortController()
  const options = { signal: watching.signal }
  const navigation: EventTarget | undefined = Reflect.get(window, 'navigation')
  navigation?.addEventListener('navigatesuccess', run, options)
  addEventListener('popstate', run, options)
  for (const type of ['astro:page-load', 'turbo:load'])
    document.addEventListener(type, run, options)
  return () => watching.abort()
}
