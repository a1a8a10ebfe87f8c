import { expect, test } from 'vitest'
import { readFigureLine, writeFigureLine } from './figure-line'

const src = '/images/abc-10x5.webp'

test.each([
  [`![](${src})`, { src, width: 'normal', alt: '', caption: '' }],
  [
    `![A hill](${src}#wide "In \\"May\\"")`,
    { src, width: 'wide', alt: 'A hill', caption: 'In "May"' },
  ],
  [`![a \\[b\\] \\\\](${src}#full)`, { src, width: 'full', alt: 'a [b] \\', caption: '' }],
] as const)('reads and writes %s', (text, figure) => {
  expect(readFigureLine(text)).toEqual(figure)
  expect(writeFigureLine(figure)).toBe(text)
})

test.each([`See ![](${src})`, `![](${src}) there`, `[](${src})`, '![](a b)', '![a][b]'])(
  'does not read %s',
  (text) => expect(readFigureLine(text)).toBeUndefined(),
)

test('keeps the texts of a pasted image, in which Markdown characters are escaped', () => {
  const figure = readFigureLine(`![my\\_photo\\_1 \\*new\\*](${src} "a \\* b")`)
  expect(figure).toMatchObject({ alt: 'my_photo_1 *new*', caption: 'a * b' })
  const text = figure ? writeFigureLine(figure) : ''
  expect(text).toBe(`![my_photo_1 \\*new\\*](${src} "a * b")`)
  expect(readFigureLine(text)).toEqual(figure)
})

test('writes text with line breaks on one line', () => {
  const figure = { src, width: 'normal', alt: ' a\nb ', caption: ' c\n d ' } as const
  expect(writeFigureLine(figure)).toBe(`![a b](${src} "c d")`)
})
