import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runInTurns } from '@/lib/link-previews/worker/take-turns'
import { extractInSteps, extractLinkPreview } from './extract-link-preview'

/** Each a page as a server sent it (`.html`, in the encoding it is really in), and what is right of it (`.json`). */
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

describe('of a page', () => {
  test.each(fixtures)(
    '$name, every field is right',
    async ({ bytes, url, contentType, expected }) => {
      expect(extractLinkPreview(bytes, url, contentType)).toEqual(expected)
      // In turns it is the same.
      expect((await runInTurns(extractInSteps(bytes, url, contentType))).preview).toEqual(expected)
    },
  )
})

test('the pages are many, in many languages', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(60)
  expect(new Set(fixtures.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8)
})
