import 'server-only'
import type { Link, Root, Text } from 'mdast'
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { toString as textOf } from 'mdast-util-to-string'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import type { Construct, State } from 'micromark-util-types'
import { SKIP, visit } from 'unist-util-visit'
import { parseUrl } from '@/lib/text/parse-url'
import { limitBlankLines } from '@/lib/text/visible-text'
import { bareUrlLength, urlEnd } from './bare-url'
import { exceedsMarkdownLimits } from './comment-markdown-limits'

/** Disables constructs that comments do not support. They stay the text that the author typed. */
const withoutSomeConstructs = {
  disable: {
    null: [
      'headingAtx',
      'setextUnderline',
      'thematicBreak',
      'htmlFlow',
      'htmlText',
      'labelStartImage',
      'definition',
      'codeIndented',
    ],
  },
}

/**
 * Parses a comment's Markdown: paragraphs, emphasis, links and bare URLs, lists, quotes, code. The
 * text contains line breaks, and the indentation of lines as no-break spaces. A link whose target
 * is not allowed becomes text: its source.
 */
export function parseCommentMarkdown(source: string): Root {
  // The parser skips a byte order mark and counts offsets from after it.
  const markdown = source.replace(/^\uFEFF/, '')
  const root = fromMarkdown(markdown, {
    extensions: [
      bareUrls(markdown),
      cjkFriendlyExtension(),
      gfmStrikethroughCjkFriendly({ singleTilde: false }),
      withoutSomeConstructs,
    ],
    mdastExtensions: [
      keepIndentation(),
      { ...plainLineBreaks, transforms: [splitAtUrlEnds] },
      gfmAutolinkLiteralFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
    ],
  })
  resolveLinks(root, markdown)
  return root
}

/**
 * Returns an extension for bare URLs. It replaces GFM's, which ends them only at whitespace and so
 * includes the rest of a Japanese sentence, or a closing quotation mark.
 */
function bareUrls(markdown: string) {
  const construct: Construct = {
    tokenize(effects, ok, nok) {
      let left = bareUrlLength(markdown, this.now().offset)
      // A URL in square brackets may be the text of a link.
      if (
        left > 0 &&
        this.events.some(([, token]) => token.type === 'labelLink' && !token._balanced)
      )
        left = 0
      const consume: State = (code) => {
        if (left === 0) {
          effects.exit('autolinkProtocol')
          effects.exit('autolink')
          return ok(code)
        }
        left--
        effects.consume(code)
        return consume
      }
      return (code) => {
        if (left === 0) return nok(code)
        effects.enter('autolink')
        effects.enter('autolinkProtocol')
        return consume(code)
      }
    },
  }
  return {
    text: Object.fromEntries([...'hHwW'].map((letter) => [letter.charCodeAt(0), construct])),
  }
}

const urlEnds = new RegExp(`(${urlEnd})`, 'u')

/**
 * Splits text at the ends of URLs. GFM finds URLs and mail addresses in the remaining text, such as
 * `[https://a.example`.
 */
function splitAtUrlEnds(root: Root): void {
  visit(root, 'text', (node, index, parent) => {
    if (index === undefined || !/https?:|www\./i.test(node.value)) return undefined
    const pieces = node.value.split(urlEnds).filter((piece) => piece !== '')
    parent?.children.splice(index, 1, ...pieces.map((value) => ({ type: 'text' as const, value })))
    return [SKIP, index + pieces.length]
  })
}

/** The maximum number of indentation spaces shown. A phone has no room for more. */
const indentationMax = 24

/**
 * Returns the whitespace before a line as no-break spaces. Ignores a single space, which is usually
 * a typing error.
 */
export function indentationOf(whiteSpace: string): string {
  const { length } = whiteSpace.replaceAll('\t', '    ')
  return length < 2 ? '' : '\u00A0'.repeat(Math.min(length, indentationMax))
}

/** Returns an extension that keeps the indentation of lines, as no-break spaces. */
function keepIndentation(): Extension {
  let pending: Text | undefined
  return {
    enter: {
      linePrefix(token) {
        const value = indentationOf(this.sliceSerialize(token, true))
        if (value === '') return
        const text: Text = { type: 'text', value, position: { start: token.start, end: token.end } }
        const parent = this.stack.at(-1)
        if (
          parent?.type === 'paragraph' ||
          parent?.type === 'emphasis' ||
          parent?.type === 'strong' ||
          parent?.type === 'delete'
        ) {
          const last = parent.children.at(-1)
          if (last?.type === 'text') last.value += text.value
          else parent.children.push(text)
        } else pending = text
      },
      paragraph(token) {
        const isIndented = pending?.position?.end.offset === token.start.offset
        this.enter({ type: 'paragraph', children: pending && isIndented ? [pending] : [] }, token)
      },
    },
  }
}

/**
 * Ignores hard line breaks of Markdown, because comments keep every line break of the text. These
 * nodes would remove them from the text.
 */
const ignore = () => {}
const plainLineBreaks: Extension = {
  enter: { hardBreakEscape: ignore, hardBreakTrailing: ignore },
  exit: { hardBreakEscape: ignore, hardBreakTrailing: ignore },
}

const thisSite = 'https://this-site.invalid'

/**
 * Returns the address that a link of a comment leads to, or undefined if it may not lead there.
 * Allowed are the web, mail, paths of this site, and comments on the same page.
 */
function allowedTarget(url: string): string | undefined {
  if (/^www\./i.test(url)) return `http://${url}`
  if (/^(?:https?:\/\/|mailto:|#comment-\d+$)/i.test(url)) return url
  // `URL` reads `/\host` and `/<tab>/host` as browsers do: as the address of another site.
  return url.startsWith('/') && parseUrl(url, thisSite)?.origin === thisSite ? url : undefined
}

function resolveLinks(root: Root, markdown: string): void {
  visit(root, 'link', (link, index, parent) => {
    const url = allowedTarget(link.url)
    if (url !== undefined) {
      link.url = url
      unwrapInnerLinks(link)
    }
    if (url !== undefined || !parent || index === undefined) return undefined
    const { start, end } = link.position ?? {}
    parent.children[index] = {
      type: 'text',
      value: start && end ? markdown.slice(start.offset, end.offset) : textOf(link),
    }
    return SKIP
  })
}

/** Replaces URLs in the text of a link, such as `[<https://a.example>](/b)`: links cannot nest. */
function unwrapInnerLinks(link: Link): void {
  visit(link, 'link', (inner, index, parent) => {
    if (inner === link || !parent || index === undefined) return undefined
    parent.children.splice(index, 1, ...inner.children)
    return index
  })
}

/** Returns a comment's text as a page shows it, its blocks one after another, without marks. */
export function textOfComment(markdown: string): string {
  // Limits apply to the text that is rendered, which has fewer blank lines than the source.
  const source = limitBlankLines(markdown.replace(/\r\n?/g, '\n'))
  if (exceedsMarkdownLimits(source)) return source
  return parseCommentMarkdown(source)
    .children.map((block) => textOf(block))
    .join('\n')
}
