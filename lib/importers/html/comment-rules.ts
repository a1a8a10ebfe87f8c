/** HTML that a post may hold and a comment may not: its words stay, and each loss is noted. */
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { findByTag, type HtmlRule, isElement, textAttribute, wordsOf } from './html-rule'

const text = (value: string): ElementContent => ({ type: 'text', value })
const hasWords = (found: Element) => wordsOf(found).trim() !== ''

const heading: HtmlRule = {
  matches: ({ tagName }) => /^h[1-6]$/.test(tagName),
  convert: (found, inside, losses) => {
    if (!hasWords(found)) return [h('p', inside())]
    const isBold = findByTag(found, 'strong', 'b', 'img').length > 0
    losses.note(`a heading in a comment became ${isBold ? 'a paragraph' : 'bold text'}`)
    return [h('p', isBold ? inside() : [h('strong', inside())])]
  },
}

/** Returns what a reader calls an image: its description, or the name of its file. */
function nameOf(image: Element): string {
  const [path = ''] = textAttribute(image, 'src').split(/[?#]/)
  return textAttribute(image, 'alt') || path.split('/').at(-1) || 'image'
}

const image: HtmlRule = {
  matches: ({ tagName }) => tagName === 'img',
  convert: (found, _, losses) => {
    const href = textAttribute(found, 'src')
    if (!/^(?:https?:\/)?\//i.test(href)) {
      losses.note('an image in a comment became its description')
      return [text(textAttribute(found, 'alt'))]
    }
    losses.note('an image in a comment became a link')
    return [h('a', { href }, nameOf(found))]
  },
}

/** A link cannot hold another one. */
const linkedImage: HtmlRule = {
  matches: (found) => isElement(found, 'a') && findByTag(found, 'img').length > 0,
  convert: (found, _, losses) => {
    const images = findByTag(found, 'img')
    losses.note('an image in a comment became its description', images.length)
    const words = wordsOf(found).trim() || images.map(nameOf).join(', ')
    return [{ ...found, children: [text(words)] }]
  },
}

const table: HtmlRule = {
  matches: ({ tagName }) => tagName === 'table',
  convert: (found, _, losses) => {
    losses.note('a table in a comment became lines of text')
    const rows = findByTag(found, 'tr').map((row) =>
      row.children
        .filter((cell) => isElement(cell, 'td', 'th'))
        .map((cell) => wordsOf(cell).replaceAll(/\s+/g, ' ').trim())
        .join(' | '),
    )
    const captions = findByTag(found, 'caption').map((caption) => wordsOf(caption).trim())
    const lines = [...captions, ...rows].filter((line) => /[^\s|]/.test(line))
    return [h('p', lines.flatMap((line) => [text(line), h('br')]).slice(0, -1))]
  },
}

const line: HtmlRule = {
  matches: ({ tagName }) => tagName === 'hr',
  convert: (_found, _inside, losses) => {
    losses.note('a horizontal line in a comment')
    return []
  },
}

const figure: HtmlRule = {
  matches: ({ tagName }) => tagName === 'figure' || tagName === 'figcaption',
  convert: (found, inside) => [
    isElement(found, 'figcaption') ? h('p', [h('em', inside())]) : h('div', inside()),
  ],
}

/** Elements that a post keeps as HTML. */
const keptInPosts = [
  ...['sub', 'sup', 'mark', 'kbd', 'ins', 'cite', 'abbr'],
  ...['details', 'summary'],
]

const phrase: HtmlRule = {
  matches: ({ tagName }) => keptInPosts.includes(tagName),
  convert: (found, inside, losses) => {
    losses.note(`the <${found.tagName}> markup of some text`)
    return isElement(found, 'details', 'summary') ? [h('div', inside())] : inside()
  },
}

export const commentRules = [heading, linkedImage, image, table, line, figure, phrase]
