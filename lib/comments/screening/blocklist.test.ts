import { expect, test } from 'vitest'
import { blockOf, draftOf } from '@/test/comments/screening'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { findBlocks } from './blocklist'

const blocks = [
  blockOf('word', 'Viagra'),
  blockOf('word', 'online casino'),
  blockOf('word', '代写论文'),
  blockOf('word', 'ass'),
  blockOf('name', 'Crypto King'),
  blockOf('domain', 'pills.example'),
  blockOf('domain', 'münchen.example'),
]
const find = (content: string, name?: string) =>
  findBlocks(blocks, draftOf(content, name), []).map(({ value }) => value)

test.each([
  ['unchanged', 'buy viagra now'],
  ['in capitals', 'VIAGRA'],
  ['in Cyrillic and Greek look-alikes', 'vіаgrа'],
  ['in full width', 'ｖｉａｇｒａ'],
  ['in mathematical letters', '𝓿𝓲𝓪𝓰𝓻𝓪'],
  ['with accents', 'vïägrà'],
  ['with zero-width characters', 'vi\u200Bag\u2060ra'],
  ['with soft hyphens', 'via\u00ADgra'],
  ['with spaces between the letters', 'v i a g r a'],
  ['with dots between the letters', 'v.i.a.g.r.a'],
])('matches a word %s', (_, content) => {
  expect(find(content)).toEqual(['Viagra'])
})

test('does not match part of a word', () => {
  expect(find('A class of passengers in the viagram')).toEqual([])
})

test('matches consecutive words of a phrase with any separators', () => {
  expect(find('the best Online-Casino of all')).toEqual(['online casino'])
  expect(find('a casino, and online too')).toEqual([])
})

test('matches words anywhere in scripts without spaces', () => {
  expect(find('专业代写论文服务')).toEqual(['代写论文'])
})

test('matches whole names in any spelling', () => {
  expect(find('Hello', 'CRYPTO  K\u0456ng.')).toEqual(['Crypto King'])
  expect(find('Hello', 'Crypto Kingston')).toEqual([])
})

test('matches a domain and its subdomains, in links and text, in both spellings', () => {
  expect(find('https://shop.pills.example/a')).toEqual(['pills.example'])
  expect(find('go to PILLS.example')).toEqual(['pills.example'])
  expect(find('see xn--mnchen-3ya.example and more')).toEqual(['münchen.example'])
  expect(find('https://notpills.example and pills.example.org')).toEqual([])
})

test('checks 5,000 words against the longest comment within 500 ms', () => {
  const many = [
    ...Array.from({ length: 4_000 }, (_, n) => blockOf('word', `word${n}`)),
    ...Array.from({ length: 1_000 }, (_, n) =>
      blockOf('word', `词${String.fromCodePoint(0x4e00 + n)}`),
    ),
  ]
  const content = '词a '.repeat(1_666)
  findBlocks(many, draftOf(content), [])
  expect(cpuTimeMs(() => expect(findBlocks(many, draftOf(content), [])).toEqual([]))).toBeLessThan(
    500,
  )
})
