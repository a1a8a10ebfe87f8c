import { expect, test } from 'vitest'
import { findErrors, languagesWithMessages, readMessages } from '@/scripts/check-messages'
import { isNightly } from './nightly'

const tested = languagesWithMessages().filter(
  (language) => isNightly || ['en', 'de', 'ar'].includes(language),
)

test.each(tested)('the messages in %s are complete and match the English ones', (language) => {
  expect(findErrors(language)).toEqual([])
})

/** The opening and the closing mark; one if they are the same. */
const quotationMarks = {
  ar: '«»',
  cs: '„“',
  de: '„“',
  en: '“”',
  es: '«»',
  fa: '«»',
  fr: '«»',
  he: '”',
  hi: '“”',
  id: '“”',
  it: '«»',
  ja: '「」',
  ko: '“”',
  nl: '“”',
  pl: '„”',
  'pt-BR': '“”',
  ru: '«»',
  sv: '”',
  tr: '“”',
  uk: '«»',
  vi: '“”',
  'zh-CN': '“”',
  'zh-TW': '「」',
}

test.each(Object.entries(quotationMarks))('the texts in %s quote with %s', (language, marks) => {
  const texts = [...readMessages(language).values()].join('\n')
  const used = new Set(texts.match(/[«»‹›„“”‚「」『』]/g))
  expect([...used].sort()).toEqual([...marks].sort())
})

const key = 'comments.count'
const errorsOf = (language: string, text: string, of = key) =>
  findErrors(language, new Map([...readMessages('en'), [of, text]]))
    .filter((error) => error.startsWith(`${of}: `))
    .map((error) => error.slice(of.length + 2))

test('reports missing and surplus keys', () => {
  const messages = readMessages('en')
  messages.delete(key)
  messages.set('comments.none', 'None')
  expect(findErrors('en', messages)).toEqual([
    'comments.none: is not in en.json',
    'comments.count: is missing',
  ])
})

test.each([
  ['de', '{count, plural, =0 {Keine} one {# Kommentar} other {# Kommentare}}', key, []],
  ['ja', '{count, plural, other {コメント # 件}}', key, []],
  ['ja', 'コメント {count, number} 件', key, []],
  ['ru', '{count, plural, one {# a} few {# b} many {# c} other {# d}}', key, []],
  [
    'ar',
    '{count, plural, one {#} other {#}}',
    key,
    ['the plural of “count” has one, other instead of few, many, one, other, two, zero'],
  ],
  ['de', 'Kommentare: {count}', key, ['“count” has no plural']],
  [
    'de',
    '{number, plural, one {#} other {#}}',
    key,
    ['has the arguments number instead of count', '“count” has no plural'],
  ],
  ['de', '{count, plural, one {#}', key, [expect.stringContaining('invalid ICU syntax')]],
  ['de', 'Antwort an {name}', 'comments.replyToAuthor', ['has the tags none instead of author']],
  ['de', 'Antworten ', 'comments.reply', ['starts or ends with different spaces']],
  ['de', 'Sort comments', 'comments.order.label', ['is English']],
  ['de', 'Name', 'commentForm.name', []],
  ['ru', 'Name', 'commentForm.name', ['is English']],
  ['ru', 'RSS', 'navigation.rss', []],
  [
    'de',
    '{by, select, other {bearbeitet}}',
    'comments.edited',
    ['“by” has no option moderator, owner'],
  ],
  [
    'de',
    'Es gibt {count, plural, one {# Kommentar} other {# Kommentare}}',
    'embed.count',
    ['the embed supports only placeholders, or one plural around the text'],
  ],
])('in %s, checks “%s”', (language, text, of, errors) => {
  expect(errorsOf(language, text, of)).toEqual(errors)
})
