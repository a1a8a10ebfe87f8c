'use client'
import { usePathname } from 'next/navigation'

/** Marks the current section. It runs in the browser, because layouts do not know the path. */
export function SectionLink({ href, text }: { href: string; text: string }) {
  const path = usePathname()
  return (
    <a href={href} {...(path?.startsWith(href) && { 'aria-current': 'page' as const })}>
      {text}
    </a>
  )
}
