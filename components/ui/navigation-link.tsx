'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link in the header, marked on the page it leads to and, as a section, on the pages below. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname() ?? ''
  const isWithin = path.startsWith(`${href}/`)
  return (
    <a href={href} aria-current={path === href ? 'page' : isWithin || undefined}>
      {children}
    </a>
  )
}
