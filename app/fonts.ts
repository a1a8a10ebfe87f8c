import localFont from 'next/font/local'

// Next.js names each font family after its constant. Do not name one `serif`: on Linux, the
// system's serif font replaced it while it loaded, and the fallbacks were ignored.

/**
 * Newsreader, for body text. Only the latin subset, to keep the first page small. Other scripts,
 * and all text while the font loads, use the system's serif font: see fallback-fonts.css.
 */
export const newsreader = localFont({
  src: [
    {
      path: '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
      style: 'normal',
      weight: '200 800',
    },
    {
      // Italics have a single weight: all weights would add 40 kB before the first page is drawn.
      path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-400-italic.woff2',
      style: 'italic',
      weight: '400',
    },
  ],
  variable: '--font-newsreader',
  display: 'optional',
  adjustFontFallback: false,
})

/** Instrument Sans, for secondary text: dates, names and numbers. */
export const instrumentSans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-instrument',
  display: 'optional',
  adjustFontFallback: false,
})

/** IBM Plex Mono, for code. Not preloaded: most pages contain none. */
export const ibmPlexMono = localFont({
  src: '../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  weight: '400',
  variable: '--font-plex-mono',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
})
