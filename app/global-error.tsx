'use client'

import { useEffect, useState } from 'react'
import { SamePageLink } from '@/components/ui/same-page-link'

/** Milliseconds after which the message is shown in English. */
const loadMsMax = 3_000

/**
 * Loads the message of the page that the custom server sends instead of one that failed. It is in
 * the language of the blog and cached, so it needs no query. Trusted Types forbid `DOMParser`.
 */
function loadMessage(onLoaded: (message: HTMLElement | null) => void): void {
  const request = new XMLHttpRequest()
  request.open('GET', '/docs/failed')
  request.responseType = 'document'
  request.timeout = loadMsMax
  request.addEventListener('loadend', () =>
    onLoaded(
      (request.status === 200 && request.responseXML?.querySelector<HTMLElement>('main [lang]')) ||
        null,
    ),
  )
  request.send()
}

/**
 * Replaces the page if the layout fails, only in the browser. It needs its own styles, because the
 * theme may not be loaded.
 */
export default function GlobalError() {
  /** Undefined while it loads, null if the blog is unavailable. */
  const [message, setMessage] = useState<HTMLElement | null>()
  useEffect(() => loadMessage(setMessage), [])
  return (
    <html lang={message?.lang ?? 'en'} dir={message?.dir}>
      <title>{message?.querySelector('h1')?.textContent ?? 'Something went wrong'}</title>
      <body
        style={{
          colorScheme: 'light dark',
          background: 'Canvas',
          color: 'CanvasText',
          font: '1.125rem/1.6 Georgia, serif',
          maxWidth: '36rem',
          margin: '4rem auto',
          padding: '0 1.25rem',
        }}
      >
        {message && (
          <main
            ref={(main) => {
              const texts = [...message.querySelectorAll('h1, p, search')]
              main?.replaceChildren(...texts.map((text) => text.cloneNode(true)))
            }}
          />
        )}
        {message === undefined && (
          <noscript>
            <EnglishMessage />
          </noscript>
        )}
        {message === null && <EnglishMessage />}
      </body>
    </html>
  )
}

function EnglishMessage() {
  return (
    <main>
      <h1>Something went wrong</h1>
      <p>
        The page could not be loaded because of a problem on our side.{' '}
        <SamePageLink>Try again</SamePageLink>.
      </p>
    </main>
  )
}
