import type { ReactNode } from 'react'

export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="py-10">
      <h1 className="font-medium text-title tracking-tight">{title}</h1>
      <div className="mt-5 max-w-[34rem] text-lead text-muted">{children}</div>
    </div>
  )
}
