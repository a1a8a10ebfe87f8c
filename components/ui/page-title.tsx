import type { ReactNode } from 'react'

/** What a page is about, above all it lists. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="font-medium text-title tracking-tight">{children}</h1>
}
