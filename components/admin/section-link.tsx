'use client'
import { usePathname } from 'next/navigation'

/**
 * Links to a section of the admin area and marks the current one. It runs in the browser, because
 * layouts do not receive the current path.
 */
export function SectionLink({ href, text }: { href: string; text: string }) {
  const path = usePathname()
  return (
    <a href={href} {...(path?.startsWith(href) && { 'aria-current': 'page' as const })}>
      {text}
    </a>
  )
}
