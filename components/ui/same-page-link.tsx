import type { ReactNode } from 'react'

/** A link to the very page it stands on, with all that was asked of it, for who wants to try again. */
export function SamePageLink({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/useValidAnchor: an empty reference is the address itself, query and all (RFC 3986, 5.2.2); `?` would lose the words of a search.
  return <a href="">{children}</a>
}
