import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { extractPage } from './extract-link-preview'

/** Pages as servers sent them (`.html`, in their real encoding) and their previews (`.json`). */
const folder = path.join(import.meta.dirname, 'fixtures')
const fixture = z.object({
  difficulty: z.string(),
  language: z.string(),
  url: z.url(),
  contentType: z.string(),
  expected: z.strictObject({
    title: z.string(),
    description: z.string(),
    image: z.string(),
    siteName: z.string(),
    url: z.string(),
    favicon: z.string(),
  }),
})

const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const name = file.replace('.html', '')
    const { url, ...rest } = fixture.parse(
      JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')),
    )
    return { name, bytes: readFileSync(path.join(folder, file)), url: new URL(url), ...rest }
  })

describe('the preview of a page', () => {
  test.each(fixtures)('has the expected fields: $name', ({ bytes, url, contentType, expected }) => {
    expect(extractPage(bytes, url, contentType).preview).toEqual(expected)
  })
})

test('covers at least 60 pages in 8 languages', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(60)
  expect(new Set(fixtures.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8)
})
