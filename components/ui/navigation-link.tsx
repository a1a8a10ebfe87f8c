'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

type Props = { href: string; within?: string[]; children: ReactNode }

/**
 * A link in the header, marked on the page it leads to and, as a section, on the pages whose paths
 * start with one of `within`: by default, on the pages below. It runs in the browser, because
 * layouts do not receive the path.
 */
export function NavigationLink({ href, within = [`${href}/`], children }: Props) {
  const path = usePathname() ?? ''
  const isWithin = within.some((start) => path.startsWith(start))
  return (
    <a href={href} aria-current={path === href ? 'page' : isWithin || undefined}>
      {children}
    </a>
  )
}
