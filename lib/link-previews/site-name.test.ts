import { expect, test } from 'vitest'
import { isFrontOf, isSiteName, splitTitle } from './site-name'

test.each([
  ['The Guardian', 'https://www.theguardian.com/a'],
  ['Guardian', 'https://www.theguardian.com/a'],
  ['The Verge', 'https://verge.com/a'],
  ['BBC News', 'https://news.bbc.co.uk/a'],
  ['Marks & Spencer', 'https://marksandspencer.com/'],
  ['Booking.com', 'https://www.booking.com/'],
  ['Der Café-Blog', 'https://der-cafe-blog.de/'],
  ['Bücher', 'https://xn--bcher-kva.example/'],
  ['Le Monde', 'https://www.lemonde.fr/'],
])('“%s” is the name of %s', (name, url) => {
  expect(isSiteName(name, new URL(url))).toBe(true)
})

test.each([
  ['', 'https://example.com/'],
  ['a history of tea', 'https://example.com/'],
  ['com', 'https://example.com/'],
  ['Apple iPhone', 'https://www.apple.com/'],
  ['日本', 'https://example.com/'],
])('“%s” is not the name of %s', (name, url) => {
  expect(isSiteName(name, new URL(url))).toBe(false)
})

test.each([
  ['Words | Example', 'Words', 'Example'],
  ['One - two – Example', 'One - two', 'Example'],
  ['題｜Example', '題', 'Example'],
  ['Words: Example', 'Words: Example', ''],
  ['Well-Example', 'Well-Example', ''],
  ['Example', 'Example', ''],
  [' | Example', ' | Example', ''],
])('the title “%s” is “%s” of “%s”', (title, words, site) => {
  expect(splitTitle(title, new URL('https://example.com/'))).toEqual({ words, site })
})

test('a declared name behind the title counts too', () => {
  expect(splitTitle('Words - Ganz anders', new URL('https://example.com/'), 'Ganz Anders').words).toBe('Words')
})

test('words are the front of a title where it begins with them, or they with it', () => {
  expect(isFrontOf('Ropes - The Handbook', 'Ropes and knots')).toBe(true)
  expect(isFrontOf('Ropes and knots - The Handbook', 'Ropes')).toBe(true)
  expect(isFrontOf('Ropes - The Handbook', 'The Handbook')).toBe(false)
  expect(isFrontOf('Ropes', 'Ropes')).toBe(false)
  expect(isFrontOf('… - The Handbook', 'Ropes')).toBe(false)
})
