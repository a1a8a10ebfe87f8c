import { expect, test } from 'vitest'
import { canonicalLanguage, directionOf } from './language'

test.each([
  ['en', 'en'],
  ['DE-ch', 'de-CH'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['ar-u-nu-latn', 'ar-u-nu-latn'],
])('canonicalises %s to %s', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical)
})

test.each(['', 'e', 'english', 'de_CH', 'xx', 'en-', 'x-private', '../en', 'en">', ' en'])(
  'rejects %j',
  (tag) => {
    expect(canonicalLanguage(tag)).toBeUndefined()
  },
)

test.each(['ar', 'he', 'fa-IR', 'ur', 'az-Arab', 'yi'])('%s is right-to-left', (language) => {
  expect(directionOf(language)).toBe('rtl')
})

test.each(['en', 'de-CH', 'ja', 'az', 'ar-Latn'])('%s is left-to-right', (language) => {
  expect(directionOf(language)).toBe('ltr')
})
