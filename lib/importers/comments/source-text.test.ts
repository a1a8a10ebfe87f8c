import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileOf } from '@/test/importers/import-samples'
import { readLines } from './source-text'

test('splits lines at any line breaks, for chunks of any length', async () => {
  const part = fc.constantFrom('\r\n', '\n', '\r', 'a', 'é', '  ')
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(4)), async (content, sizes) => {
      const found = []
      for await (const line of readLines(fileOf(content, sizes).open()))
        if (line.text.trim() !== '') found.push(line)
      const lines = content.split(/\r\n|[\n\r]/).map((text, index) => ({ number: index + 1, text }))
      expect(found).toEqual(lines.filter((line) => line.text.trim() !== ''))
    }),
  )
})
