import { describe, expect, test } from 'vitest'
import { cardScene } from '@/test/editor/card-scene'
import { planPaste } from './paste-links'

const url = 'https://a.example/b'

/** Pastes into a text at `|`, or over the text between two of them. Returns the resulting text. */
function paste(marked: string, text = url, withShift = false): string {
  const [start = '', ...parts] = marked.split('|')
  const [selected, rest] =
    parts.length > 1 ? [parts[0] ?? '', parts[1] ?? ''] : ['', parts[0] ?? '']
  const whole = start + selected + rest
  const state = cardScene(whole, { anchor: start.length, head: start.length + selected.length })
  const plan = planPaste(state, text, withShift)
  if (!plan) return start + text + rest
  return whole.slice(0, plan.from) + plan.insert + whole.slice(plan.to)
}

describe('pasting a single URL', () => {
  test.each([
    ['on the first line', '|', `${url}\n\n`],
    ['on the last line', 'Words.\n\n|', `Words.\n\n${url}\n\n`],
    ['directly below text', 'Words.\n|', `Words.\n\n${url}\n\n`],
    ['directly above text', '|\nWords.', `${url}\n\nWords.`],
    ['on a line of spaces', 'Words.\n\n  |', `Words.\n\n${url}\n\n`],
    ['in place of another URL', 'Words.\n\n|https://old.example/|\n', `Words.\n\n${url}\n\n`],
    ['after a list that has ended', '- a\n\n|', `- a\n\n${url}\n\n`],
    ['onto selected text', 'Read |this| now', `Read [this](${url}) now`],
    ['onto selected text with Markdown characters', '|*this* [one|', `[*this* \\[one](${url})`],
    ['onto two lines', '|one\ntwo|', url],
    ['onto a link', '|[a](https://b.example)|', url],
    ['within a line', 'See |.', `See ${url}.`],
    ['in a list', '- |', `- ${url}`],
    ['in fenced code', '```\n|\n```', `\`\`\`\n${url}\n\`\`\``],
    ['in indented code', 'a\n\n    code |', `a\n\n    code ${url}`],
    ['onto selected text in code', '```\n|a|\n```', `\`\`\`\n${url}\n\`\`\``],
    ['onto selected text in inline code', '`a |b| c`', `\`a ${url} c\``],
    ['in raw HTML', '<pre>\n|\n</pre>', `<pre>\n${url}\n</pre>`],
    ['in a quote', '> |', `> ${url}`],
  ])('%s', (_, marked, expected) => {
    expect(paste(marked)).toBe(expected)
  })

  test.each(['|', 'Read |this|'])('inserts plain text with Shift: %s', (marked) => {
    expect(paste(marked, `\u200B${url}`, true)).toBe(marked.replace(/\|.*$/, url))
  })
})

test('pastes several URLs as separate paragraphs', () => {
  expect(paste('a\n|\nb', `${url}\n<https://b.example/>`)).toBe(
    `a\n\n${url}\n\nhttps://b.example/\n\nb`,
  )
})

test('uses a URL with parentheses as the complete link target', () => {
  expect(paste('|a|', 'https://a.example/b_(c)')).toBe('[a](<https://a.example/b_(c)>)')
})
