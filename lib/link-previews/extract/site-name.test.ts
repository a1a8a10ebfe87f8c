import { expect, test } from 'vitest'
import { beginsWithName, isSiteName, splitTitle } from './site-name'

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
])('recognises “%s” as the name of %s', (name, url) => {
  expect(isSiteName(name, new URL(url))).toBe(true)
})

test.each([
  ['', 'https://example.com/'],
  ['a history of tea', 'https://example.com/'],
  ['com', 'https://example.com/'],
  ['Apple iPhone', 'https://www.apple.com/'],
  ['日本', 'https://example.com/'],
])('does not take “%s” for the name of %s', (name, url) => {
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
])('splits the title “%s” into “%s” and the site “%s”', (given, title, site) => {
  expect(splitTitle(given, new URL('https://example.com/'))).toEqual({ title, site })
})

test('splits off a name at the beginning, except on the front page', () => {
  const split = (title: string, path: string) =>
    splitTitle(title, new URL(path, 'https://example.com/'), 'One - two').title
  expect(split('Example – Words', '/a')).toBe('Words')
  expect(split('One - two - Words', '/a')).toBe('Words')
  expect(split('Words | One - two', '/a')).toBe('Words')
  expect(split('Example – Words', '/')).toBe('Example – Words')
})

test('splits off a declared name at the end', () => {
  expect(
    splitTitle('Words - Ganz anders', new URL('https://example.com/'), 'Ganz Anders').title,
  ).toBe('Words')
})

test.each([
  ['Ropes - The Handbook', 'Ropes'],
  ['Ropes: the handbook', 'Ropes'],
  ['結び方｜手帖', '結び方'],
  ['Ropes', 'Ropes'],
])('the title “%s” begins with the name “%s”', (title, name) => {
  expect(beginsWithName(title, name)).toBe(true)
})

test.each([
  ['Ropes and knots', 'Ropes'],
  ['Ropes', 'Rope'],
  ['Well-known ropes', 'Well'],
  ['Ropes - The Handbook', 'The Handbook'],
  ['Ropes', 'Ropes and knots'],
  ['Ropes', ''],
])('the title “%s” does not begin with the name “%s”', (title, name) => {
  expect(beginsWithName(title, name)).toBe(false)
})
