import type { ReactNode } from 'react'

export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="font-medium text-title tracking-tight">{children}</h1>
}
