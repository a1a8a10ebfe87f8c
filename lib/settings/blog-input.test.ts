import { expect, test } from 'vitest'
import {
  blogInput,
  blogOptions,
  navigationInput,
  navigationLink,
  readBlogOptions,
} from './blog-input'

const empty = { name: '', author: '', description: '', language: '', zone: '' }

test('normalises strings to NFC, trims them and canonicalises the language tag', () => {
  const given = {
    name: '  Cafe\u0301 ',
    author: 'Ada',
    description: '',
    language: 'DE-ch',
    zone: 'Europe/Berlin',
  }
  expect(blogInput.parse(given)).toEqual({ ...given, name: 'Café', language: 'de-CH' })
  expect(blogInput.parse(empty)).toEqual(empty)
})

test.each([
  ['name', 'x'.repeat(81)],
  ['name', 'two\nlines'],
  ['name', 'a\u0000b'],
  ['name', '\ud800'],
  ['author', 'turned \u202e around'],
  ['description', '𝒳'.repeat(161)],
  ['language', 'klingon'],
  ['language', 'de_CH'],
  ['zone', 'Europe/Atlantis'],
  ['zone', '+02:00'],
  ['zone', 'UTC; DROP TABLE posts'],
])('rejects %s = %j', (field, value) => {
  const { error } = blogInput.safeParse({ ...empty, [field]: value })
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
})

test.each([
  '/',
  '/posts/about#me',
  '/?page=2',
  'https://example.org/x',
  'http://example.org',
  'mailto:ada@example.org',
])('accepts %s as a link target', (href) => {
  expect(navigationLink.parse({ text: 'There', href })).toEqual({ text: 'There', href })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'about',
  '',
  '#',
  'ftp://example.org',
  'blob:x',
  `/${'x'.repeat(500)}`,
])('rejects %j as a link target', (href) => {
  expect(navigationLink.safeParse({ text: 'There', href }).success).toBe(false)
})

test('requires a link text and limits the number of links', () => {
  expect(navigationLink.safeParse({ text: ' ', href: '/' }).success).toBe(false)
  expect(navigationInput.safeParse(Array(12).fill({ text: 'x', href: '/' })).success).toBe(true)
  expect(navigationInput.safeParse(Array(13).fill({ text: 'x', href: '/' })).success).toBe(false)
})

test('accepts only addresses to which mail can be sent', () => {
  const read = (notify: string) => blogOptions.safeParse({ notify }).data?.notify
  expect(read('ada@example.org, eve@example.org\n')).toBe('ada@example.org\neve@example.org')
  expect(read(`${'x'.repeat(250)}@example.org`)).toBeUndefined()
})

test('accepts the path of an image and its copied Markdown as logo', () => {
  const path = `/images/${'0'.repeat(32)}-1200x600.webp`
  const read = (logo: string) => blogOptions.safeParse({ logo }).data?.logo
  expect([path, `![](${path})`, `![A hill](${path}) `].map(read)).toEqual([path, path, path])
  expect(read('![](https://example.org/logo.png)')).toBeUndefined()
})

test('reads stored options, with defaults for missing and invalid ones only', () => {
  const stored = { footer: 'Words', accent: 'red', social: [{ text: '', href: 'x' }], logo: 1 }
  const defaults = {
    moderation: '',
    notify: '',
    order: 'oldest',
    reactions: true,
    logo: '',
    picture: '',
    bio: '',
    accent: '',
    footer: '',
    ownNavigation: false,
    social: [],
  }
  expect(readBlogOptions(stored)).toEqual({ ...defaults, footer: 'Words' })
  for (const nothing of [undefined, null, 'x', []])
    expect(readBlogOptions(nothing)).toEqual(defaults)
})
