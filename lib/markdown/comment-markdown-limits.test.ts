import { describe, expect, test } from 'vitest'
import { exceedsMarkdownLimits } from './comment-markdown-limits'

const length = 5_000

describe('what no one writes exceeds them', () => {
  const shapes = [
    '*a',
    'a*',
    '_a ',
    '*_',
    '[',
    '[a](',
    '- ',
    '1. ',
    '> ',
    '>',
    '> - ',
    '\t- ',
    'a\n',
    '- a\n',
    'www.a_',
    '1) ',
    '`a',
  ]
  test.each(shapes)('%j, again and again', (unit) => {
    expect(exceedsMarkdownLimits(unit.repeat(length / unit.length))).toBe(true)
  })

  test('also where it pretends to stand in code', () => {
    const marks = '*a'.repeat(length / 2)
    expect(exceedsMarkdownLimits(`- a\n  \`\`\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`\`\`\`a\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`\`\`\`\nb\n\`\`\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`> \`\`\`\n${marks}`)).toBe(true)
  })
})

describe('what people write does not', () => {
  test.each([
    [
      'a long comment',
      'A sentence with *emphasis*, `code` and [a link](https://example.org/).\n\n'.repeat(60),
    ],
    ['a quote of a quote', '> > > and so on\n> - one\n> - two\n'],
    ['a table drawn by hand', `${'-'.repeat(80)}\n| a | b |\n`.repeat(20)],
    ['a signature', '-- \nAda'],
    ['much code', `\`\`\`c\n${'char *next_item[4] = { *a, *b };\n'.repeat(140)}\`\`\``],
    ['code that shows fences', `\`\`\`\`\n\`\`\`\n${'*_['.repeat(300)}\n\`\`\`\n\`\`\`\``],
  ])('%s', (_, markdown) => {
    expect(exceedsMarkdownLimits(markdown)).toBe(false)
  })
})
