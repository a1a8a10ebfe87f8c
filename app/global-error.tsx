'use client'

/** Where even the layout fails there is no theme either: it must stand alone. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body
        style={{
          colorScheme: 'light dark',
          font: '1.125rem/1.6 Georgia, serif',
          maxWidth: '36rem',
          margin: '4rem auto',
          padding: '0 1.25rem',
        }}
      >
        <h1>This page could not be made</h1>
        <p>
          Something is away that it needs, most likely for a moment. <a href="?">Try again</a>.
        </p>
      </body>
    </html>
  )
}
