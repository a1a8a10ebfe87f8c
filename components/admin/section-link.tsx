'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

type Props = { href: string; within: string[]; children: ReactNode }

/**
 * Marks the section that contains the current page. It runs in the browser, because layouts do not
 * receive the path.
 */
export function SectionLink({ href, within, children }: Props) {
  const path = usePathname() ?? ''
  const isWithin = within.some((start) => path.startsWith(start))
  return (
    <a href={href} aria-current={path === href ? 'page' : isWithin || undefined}>
      {children}
    </a>
  )
}
