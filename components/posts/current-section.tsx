'use client'
import { useEffect } from 'react'

/** Marks the link to the section that is being read in the table of contents. */
export function CurrentSection() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')]
    const headings = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? [])
    const mark = () => {
      // The last heading in the upper third of the window, or above it.
      const index = headings.findLastIndex(
        (heading) => heading.getBoundingClientRect().top < innerHeight / 3,
      )
      links.forEach((link, at) => {
        if (at === index) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      })
    }
    mark()
    addEventListener('scroll', mark, { passive: true })
    return () => removeEventListener('scroll', mark)
  }, [])
  return null
}
