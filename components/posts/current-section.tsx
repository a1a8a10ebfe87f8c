'use client'
import { useEffect } from 'react'

/** Marks the link to the section that is being read in the table of contents. */
export function CurrentSection() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')]
    const parts = links.flatMap((link) => {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      return heading ? [{ link, heading }] : []
    })
    const mark = () => {
      // The last heading in the upper third of the window, or above it.
      const current = parts.findLast(
        ({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3,
      )
      for (const { link } of parts) {
        if (link === current?.link) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
    }
    mark()
    addEventListener('scroll', mark, { passive: true })
    return () => removeEventListener('scroll', mark)
  }, [])
  return null
}
