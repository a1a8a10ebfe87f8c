import { expect, test } from 'vitest'
import { parseRowId } from '@/lib/text/row-id'
import { siteInput } from './site-input'

const valid = {
  name: ' Ada’s notes ',
  origins: 'https://Blog.example.org/\nhttp://localhost:4321  https://blog.example.org',
  language: 'DE-ch',
  webhookUrl: '',
  newPagesPerDay: '500',
}

const errorOf = (changed: Partial<typeof valid>) => {
  const { error } = siteInput.safeParse({ ...valid, ...changed })
  return error?.issues[0]?.path[0]
}

test('normalises a site', () => {
  expect(siteInput.parse(valid)).toEqual({
    name: 'Ada’s notes',
    origins: ['https://blog.example.org', 'http://localhost:4321'],
    language: 'de-CH',
    webhookUrl: '',
    newPagesPerDay: 500,
  })
})

test.each([
  '',
  'blog.example.org',
  'https://blog.example.org/path',
  'https://blog.example.org/?query',
  'https://user@blog.example.org',
  'ftp://blog.example.org',
  'javascript:alert(1)',
  'null',
  '*',
  'https://*.example.org/x',
  Array.from({ length: 21 }, (_, n) => `https://n${n}.example.org`).join('\n'),
])('refuses the origins “%s”', (origins) => {
  expect(errorOf({ origins })).toBe('origins')
})

test('quotes no lone surrogate in an error message', () => {
  const long = `a${'😀'.repeat(60)}`
  const { error } = siteInput.safeParse({ ...valid, origins: long })
  expect(error?.issues[0]?.message.isWellFormed()).toBe(true)
  expect(() => parseRowId('site', long)).toThrow(/^\P{Cs}+$/u)
})

test('refuses the blog’s own host as an origin', () => {
  expect(errorOf({ origins: 'https://other.example\nhttp://localhost:3000' })).toBe('origins')
})

test.each([
  { name: '   ' },
  { name: 'two\nlines' },
  { name: 'x'.repeat(81) },
  { language: '' },
  { language: 'no language' },
  { webhookUrl: 'example.org/hook' },
  { webhookUrl: 'https://user:password@example.org/hook' },
  { webhookUrl: `https://example.org/${'x'.repeat(2_048)}` },
  { newPagesPerDay: '-1' },
  { newPagesPerDay: '1.5' },
  { newPagesPerDay: '100001' },
])('refuses %o', (changed) => {
  expect(errorOf(changed)).toBe(Object.keys(changed)[0])
})
