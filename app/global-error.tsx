'use client'

import { SamePageLink } from '@/components/ui/same-page-link'

/**
 * Replaces the page if the layout fails. It needs its own styles, because the theme is not loaded.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <title>Something went wrong</title>
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
        <h1>Something went wrong</h1>
        <p>
          The page could not be loaded because of a problem on our side.{' '}
          <SamePageLink>Try again</SamePageLink>.
        </p>
      </body>
    </html>
  )
}
