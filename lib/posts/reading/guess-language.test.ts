import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language'

test.each([
  ['An English post', 'en', undefined],
  ['Ein deutscher Beitrag', 'en', undefined],
  ['人工智能改变世界', 'en', 'zh'],
  ['日本語の文章を書く', 'en', 'ja'],
  ['한국어로 쓴 글', 'en', 'ko'],
  ['مقال عن البرمجة', 'en', 'ar'],
  ['مقاله‌ای درباره', 'fa', undefined],
  ['Пост о коде', 'uk', undefined],
  ['מאמר על קוד', 'ar', 'he'],
  ['A post about 漢字 and its history', 'en', undefined],
  ['🎉', 'en', undefined],
  ['', 'en', undefined],
])('%j on a blog in %s has the language %s', (text, blogLanguage, language) => {
  expect(guessLanguage(text, blogLanguage)).toBe(language)
})
