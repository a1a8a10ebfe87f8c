import type { ReactNode } from 'react'

/** A link to the current page, query included, to try again. */
export function SamePageLink({ children }: { children: ReactNode }) {
  // An empty reference is the current URL with its query (RFC 3986, 5.2.2); `?` would drop it.
  // biome-ignore lint/a11y/useValidAnchor: an empty reference is valid
  return <a href="">{children}</a>
}
