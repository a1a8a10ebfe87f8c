import { expect, test } from 'vitest'
import { findRefusal, type Sender } from './find-refusal'

const reader: Sender = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ' +
    '(KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  purpose: null,
  fetchMode: 'cors',
  fetchDestination: 'empty',
  isStaff: false,
}

test('accepts a reader, with and without Fetch Metadata', () => {
  expect(findRefusal(reader)).toBeUndefined()
  expect(findRefusal({ ...reader, fetchMode: null, fetchDestination: null })).toBeUndefined()
})

test.each<[string, string, Partial<Sender>]>([
  ['no user agent', 'no-user-agent', { userAgent: ' ' }],
  [
    'a search engine',
    'bot',
    { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  [
    'a headless browser',
    'bot',
    { userAgent: reader.userAgent.replace('Chrome', 'HeadlessChrome') },
  ],
  ['a program', 'bot', { userAgent: 'curl/8.5.0' }],
  ['a prefetch', 'prefetch', { purpose: 'prefetch' }],
  ['a prerendered page', 'prefetch', { purpose: 'prefetch;prerender' }],
  ['a navigation', 'navigation', { fetchMode: 'navigate', fetchDestination: 'document' }],
  ['an image', 'navigation', { fetchMode: 'no-cors', fetchDestination: 'image' }],
  ['a staff member', 'staff', { isStaff: true }],
])('refuses %s: %s', (_, reason, fields) => {
  expect(findRefusal({ ...reader, ...fields })).toBe(reason)
})
