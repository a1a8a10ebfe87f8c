import { expect, test } from 'vitest'
import { HeadWatch } from './head-watch'

const named =
  '<meta property="og:title"><META property="OG:IMAGE"><meta name="description"><meta property="og:site_name">'
const bytes = (text: string) => Buffer.from(text)

test.each([
  ['its head is over', `${named}</head>`],
  ['its body begins', `${named}<BODY class="x">`],
  [
    'structured data names the publisher',
    `${named.replace('og:site_name', 'x')}<script type="application/ld+json"></script></head >`,
  ],
  ['one mark stands there many times', `${named}${'og:title'.repeat(1_000)}</head>`],
])('a page that is named is enough where %s', (_, page) => {
  expect(new HeadWatch().isEnough(bytes(page))).toBe(true)
})

test.each([
  ['is not over', named],
  ['is over with another element', `${named}</header><bodyguard>`],
  ['names no picture', `${named.replace('OG:IMAGE', 'x')}</head>`],
  ['says nothing', ''],
])('a head that %s is not enough', (_, page) => {
  expect(new HeadWatch().isEnough(bytes(page))).toBe(false)
})

test('a mark is found wherever chunks cut it', () => {
  const page = `${named}</head>`
  for (let at = 1; at < page.length; at++) {
    const watch = new HeadWatch()
    watch.isEnough(bytes(page.slice(0, at)))
    expect(watch.isEnough(bytes(page.slice(at))), `cut at ${at}`).toBe(true)
  }
})

test('cut into single bytes it is enough with the last of them', () => {
  const watch = new HeadWatch()
  const said = [...`${named}</head>`].map((letter) => watch.isEnough(bytes(letter)))
  expect(said.indexOf(true)).toBe(said.length - 1)
})

test.each([1, 5, 100])(
  'a page is usable once the tag of its title ends, in chunks of %i',
  (size) => {
    const page = '<p><meta property="og:title" content="A title">'
    const watch = new HeadWatch()
    for (let at = 0; at < page.length - 1; at += size)
      watch.isEnough(bytes(page.slice(at, Math.min(at + size, page.length - 1))))
    expect(watch.isUsable).toBe(false)
    watch.isEnough(bytes('>'))
    expect(watch.isUsable).toBe(true)
  },
)
