'use client'
import { useEffect, useState } from 'react'

type Bar = { lang: string; dir: string; label: string; links: { href: string; text: string }[] }

/**
 * Shows staff a bar over the page, with links to the admin area. Pages are static and the same for
 * everyone, so the bar requests its links, but only in browsers where someone has signed in.
 */
export function StaffBar() {
  const [bar, setBar] = useState<Bar>()
  useEffect(() => {
    // Set in lib/http/session/signed-in.ts with the session cookie, which scripts cannot read.
    if (!/(?:^|; )signed-in=1/.test(document.cookie)) return
    const path = encodeURIComponent(location.pathname)
    fetch(`/admin/bar?path=${path}`, { cache: 'no-store' })
      .then(async (response) => response.ok && setBar(await response.json()))
      // The page works without the bar.
      .catch(() => {})
  }, [])
  return (
    bar && (
      <nav aria-label={bar.label} lang={bar.lang} dir={bar.dir} className="staff-bar">
        {bar.links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
    )
  )
}
