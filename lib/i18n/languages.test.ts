import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from '@/messages/en.json'
import { errorText } from './error-text'
import {
  acceptedLanguage,
  availableLanguages,
  interfaceLocale,
  matchLanguage,
  runInLanguage,
} from './languages'
import { currentLocale, inTexts, translator } from './translator'

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['ar-EG', 'ar'],
  ['ar-Latn', undefined],
  ['th', undefined],
  ['not a tag', undefined],
])('the messages of %s are those of %s', (tag, language) => {
  expect(matchLanguage(tag)).toBe(language)
})

test('every file of messages is available, and every available language has a file', () => {
  const files = readdirSync('messages').map((file) => file.replace('.json', ''))
  expect(availableLanguages.map(({ tag }) => tag)).toEqual(files.toSorted())
})

test('keeps the region of a language, and uses English for one without messages', () => {
  expect(interfaceLocale('en-GB')).toBe('en-GB')
  expect(interfaceLocale('tlh')).toBe('en')
})

test('selects the first accepted language that has messages', () => {
  expect(acceptedLanguage('tlh, en-GB;q=0.5, fr-Latn-x-none;q=0')).toBe('en-GB')
  expect(acceptedLanguage('tlh, *')).toBeUndefined()
  expect(acceptedLanguage('')).toBeUndefined()
  // More ranges than any browser sends are ignored.
  expect(acceptedLanguage(`${'tlh,'.repeat(20)}en`)).toBeUndefined()
})

test('translates into the language of runInLanguage, and into English outside of it', async () => {
  const messages = { ...english, errors: { ...english.errors, internal: 'Interner Fehler' } }
  const read = async () => [currentLocale(), errorText('internal')]
  const german = inTexts({ locale: 'de-CH', messages }, read)
  expect(await read()).toEqual(['en', english.errors.internal])
  expect(await german).toEqual(['de-CH', 'Interner Fehler'])
})

test('formats numbers as the region of the language does', async () => {
  const said = () => translator('comments')('count', { count: 1234567 })
  expect(await runInLanguage('en-IN', said)).toBe('12,34,567 comments')
  expect(await runInLanguage('en', said)).toBe('1,234,567 comments')
})
