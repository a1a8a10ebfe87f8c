'use client'
import { useEffect } from 'react'

/** Marks the section being read in the table of contents, and opens it beside the text. */
export function CurrentSection() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')]
    const parts = links.flatMap((link) => {
      // As in the HTML: `hash` is percent-encoded, and an id may contain any percent sign.
      const heading = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
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
    // CSS shows the contents beside the text. Screen readers should not call them collapsed.
    const wide = matchMedia('(min-width: 76rem)')
    const list = document.querySelector<HTMLDetailsElement>('details.contents-list')
    const unfold = () => list?.toggleAttribute('open', wide.matches)
    if (wide.matches) unfold()
    wide.addEventListener('change', unfold)
    return () => {
      removeEventListener('scroll', mark)
      wide.removeEventListener('change', unfold)
    }
  }, [])
  return null
}
