import { expect, test } from 'vitest'
import { isUnchanged } from './stored-response'

const stored = { etag: 'W/"a"', lastModified: 'Wed, 01 Oct 2025 00:00:00 GMT' }
const later = 'Thu, 02 Oct 2025 00:00:00 GMT'

test.each([
  ['the request is unconditional', {}, false],
  ['the entity tag is the same', { 'if-none-match': '"a"' }, true],
  ['the date is the same', { 'if-modified-since': stored.lastModified }, true],
  ['the date differs, even if it is later', { 'if-modified-since': later }, false],
  [
    'the entity tag differs and the date is the same',
    { 'if-none-match': '"b"', 'if-modified-since': stored.lastModified },
    false,
  ],
])('compares validators: %s', (_, requestHeaders, isSame) => {
  expect(isUnchanged(requestHeaders, stored)).toBe(isSame)
})

test('a response without a date never matches by date', () => {
  expect(
    isUnchanged({ 'if-modified-since': later }, { etag: '"a"', lastModified: undefined }),
  ).toBe(false)
})
