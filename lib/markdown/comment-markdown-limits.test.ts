import { describe, expect, test } from 'vitest'
import { exceedsMarkdownLimits } from './comment-markdown-limits'

const length = 5_000

describe('excessive markup exceeds the limits', () => {
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
  test.each(shapes)('%j, repeated', (unit) => {
    expect(exceedsMarkdownLimits(unit.repeat(length / unit.length))).toBe(true)
  })

  test('in apparent code', () => {
    const marks = '*a'.repeat(length / 2)
    expect(exceedsMarkdownLimits(`- a\n  \`\`\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`\`\`\`a\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`\`\`\`\nb\n\`\`\`\n${marks}`)).toBe(true)
    expect(exceedsMarkdownLimits(`> \`\`\`\n${marks}`)).toBe(true)
  })
})

describe('realistic comments stay within the limits', () => {
  test.each([
    [
      'a long comment',
      'A sentence with *emphasis*, `code` and [a link](https://example.org/).\n\n'.repeat(60),
    ],
    ['a nested quote', '> > > and so on\n> - one\n> - two\n'],
    ['a table in plain text', `${'-'.repeat(80)}\n| a | b |\n`.repeat(20)],
    ['a signature', '-- \nAda'],
    ['a lot of code', `\`\`\`c\n${'char *next_item[4] = { *a, *b };\n'.repeat(140)}\`\`\``],
    ['code that contains fences', `\`\`\`\`\n\`\`\`\n${'*_['.repeat(300)}\n\`\`\`\n\`\`\`\``],
  ])('%s', (_, markdown) => {
    expect(exceedsMarkdownLimits(markdown)).toBe(false)
  })
})
