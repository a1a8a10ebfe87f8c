import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = ['app', 'components', 'lib'].flatMap((directory) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('generated'),
    )
    .map((name) => path.join(directory, name)),
)

test('every public response with a lifetime sets s-maxage, which Vercel’s CDN requires', () => {
  const lifetimes = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/public, max-age=(?!0\b)[^'"`]*/g)].map(
      ([header]) => `${file}: ${header}`,
    ),
  )
  expect(lifetimes.length).toBeGreaterThan(5)
  // Objects in the owner's bucket do not pass through Vercel's CDN.
  const without = lifetimes.filter(
    (line) => !line.includes('s-maxage=') && !line.startsWith('lib/images/store.ts'),
  )
  expect(without).toEqual([])
})
