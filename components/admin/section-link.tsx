'use client'
import { usePathname } from 'next/navigation'

/** The way to a room of the admin area, marked where one is in it: a layout is not told which page it holds. */
export function RoomLink({ href, text }: { href: string; text: string }) {
  const path = usePathname()
  return (
    <a href={href} {...(path?.startsWith(href) && { 'aria-current': 'page' as const })}>
      {text}
    </a>
  )
}
