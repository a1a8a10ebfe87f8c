'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link in the header, marked on the page it leads to and on the pages below. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  const isCurrent = `/${useSelectedLayoutSegment()}` === href
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
