import { expect, test } from 'vitest'
import { HeadWatch } from './fetch-profile'

const named =
  '<meta property="og:title"><META property="OG:IMAGE"><meta name="description">' +
  '<meta property="og:site_name">'
const bytes = (text: string) => Buffer.from(text)

test.each([
  ['its head has ended', `${named}</head>`],
  ['its body begins', `${named}<BODY class="x">`],
  [
    'structured data names the publisher',
    `${named.replace('og:site_name', 'x')}<script type="application/ld+json"></script></head >`,
  ],
  ['one mark occurs many times', `${named}${'og:title'.repeat(1_000)}</head>`],
])('a complete page is enough if %s', (_, page) => {
  expect(new HeadWatch().isEnough(bytes(page))).toBe(true)
})

test.each([
  ['has not ended', named],
  ['is followed by similarly named elements only', `${named}</header><bodyguard>`],
  ['declares no image', `${named.replace('OG:IMAGE', 'x')}</head>`],
  ['is empty', ''],
])('a head that %s is not enough', (_, page) => {
  expect(new HeadWatch().isEnough(bytes(page))).toBe(false)
})

test('finds a mark that is split between chunks', () => {
  const page = `${named}</head>`
  for (let at = 1; at < page.length; at++) {
    const watch = new HeadWatch()
    watch.isEnough(bytes(page.slice(0, at)))
    expect(watch.isEnough(bytes(page.slice(at))), `cut at ${at}`).toBe(true)
  }
})

test('is enough only after the last byte when fed single bytes', () => {
  const watch = new HeadWatch()
  const results = [...`${named}</head>`].map((letter) => watch.isEnough(bytes(letter)))
  expect(results.indexOf(true)).toBe(results.length - 1)
})

test.each(['<meta property="og:title"', '<title>A title</title>', '</head>', '<body>'])(
  'a page with %s is usable',
  (part) => {
    const watch = new HeadWatch()
    watch.isEnough(bytes('<p>'))
    expect(watch.isUsable).toBe(false)
    watch.isEnough(bytes(part))
    expect(watch.isUsable).toBe(true)
  },
)
