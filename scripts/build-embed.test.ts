import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { sharedTexts } from '@/lib/i18n/embed-texts'
import messages from '@/messages/en.json'
import { buildEmbed } from './build-embed'

const folder = mkdtempSync(path.join(tmpdir(), 'afterword-embed-'))
afterAll(() => rmSync(folder, { recursive: true }))
await buildEmbed(folder)

const parts = readdirSync(path.join(folder, 'embed'))
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const sizeOf = (file: string) => brotliCompressSync(read(file)).length
const partOf = (name: string) => path.join('embed', parts.find((it) => it.startsWith(name)) ?? '')

test('the reading part has at most 5 kB with Brotli, including its styles', () => {
  expect(sizeOf('afterword.js')).toBeLessThanOrEqual(5_000)
  // The part imports no other file.
  expect(read('afterword.js')).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/)
})

test('the writing part has at most 10 kB with Brotli, with the part that counts views', () => {
  expect(sizeOf(partOf('writing-')) + sizeOf(partOf('counting-'))).toBeLessThanOrEqual(10_000)
})

test('the reading part names the files of the other parts, which change with their content', () => {
  for (const name of ['writing-', 'counting-'])
    expect(read('afterword.js')).toContain(path.posix.join('/embed', path.basename(partOf(name))))
})

test('each language has a file with all messages', () => {
  expect(parts.filter((name) => name.startsWith('text-'))).toEqual(
    readdirSync('messages').map((name) => `text-${name.replace('.json', '.js')}`),
  )
  const texts = JSON.parse(read('embed/text-en.js').replace('export default', ''))
  expect(Object.keys(texts)).toEqual([
    'language',
    ...Object.keys(messages.embed),
    ...sharedTexts.map((key) => key.split('.')[1]),
  ])
  expect(texts.count).toEqual({ '=0': 'No comments yet', one: '# comment', other: '# comments' })
  expect(texts.replyTo).toBe('Reply to {name}')
  expect(texts.likePost).toBe(messages.comments.likePost)
})

test('the parts contain no message catalogue and no validation library', () => {
  for (const part of ['afterword.js', partOf('writing-'), partOf('counting-')]) {
    expect(read(part)).not.toContain(messages.ownComments.published)
    expect(read(part)).not.toContain('ZodError')
  }
})
