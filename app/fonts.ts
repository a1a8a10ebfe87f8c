import localFont from 'next/font/local'

// Next names each family as its constant is named. One named `serif` was, on Linux, the system's serif wherever ours had not come, and its fallbacks were never asked.

/** Newsreader, for everything that is read; latin only, so that the first page costs little. Other scripts fall to the system's serif, and so do all until it has come: see fallback-fonts.css. */
export const newsreader = localFont({
  src: [
    {
      path: '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
      style: 'normal',
      weight: '200 800',
    },
    {
      // What is slanted has one weight: all of them would be 40 kB more before a first page is drawn.
      path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-400-italic.woff2',
      style: 'italic',
      weight: '400',
    },
  ],
  variable: '--font-newsreader',
  display: 'optional',
  adjustFontFallback: false,
})

/** Instrument Sans, for what stands around it: dates, names, numbers. */
export const instrumentSans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-instrument',
  display: 'optional',
  adjustFontFallback: false,
})
