import { expect, test } from 'vitest'
import { type Format, formats } from './format-markdown'

/** Formats the text between two bars, and returns the result with bars around its selection. */
function format(marked: string, format: Format): string {
  const [before = '', selected = '', after = ''] = marked.split('|')
  const text = before + selected + after
  const edit = formats[format](text, before.length, before.length + selected.length)
  const { from, to, insert, start, end } = edit
  const result = text.slice(0, from) + insert + text.slice(to)
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`
}

test.each<[string, Format, string]>([
  ['a |word| here', 'bold', 'a **|word|** here'],
  ['a **|word|** here', 'bold', 'a |word| here'],
  ['a || here', 'italic', 'a _||_ here'],
  ['**||**', 'bold', '||'],
  ['**|word|**', 'italic', '**_|word|_**'],
  ['call |f()|', 'code', 'call `|f()|`'],
  ['|a\nb|', 'code', '```\n|a\nb|\n```'],
  ['```\n|a\nb|\n```', 'code', '|a\nb|'],
  ['see |this| page', 'link', 'see [this](||) page'],
  ['see |https://a.example/b|', 'link', 'see [||](https://a.example/b)'],
  ['see ||', 'link', 'see [||]()'],
  ['first\nse|co|nd', 'quote', 'first\n> seco||nd'],
  ['|a\n\nb|', 'quote', '> a\n> \n> b||'],
  ['\n||', 'quote', '\n> ||'],
])('formats “%s” as %s', (text, name, result) => {
  expect(format(text, name)).toBe(result)
})
