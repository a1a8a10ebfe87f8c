import type { ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { Losses } from '@/lib/importers/imported-post'
import { NotAPost } from '@/lib/importers/imported-post'
import { refuseDeepNesting } from '@/lib/markdown/parse-post-markdown'
import { parseUrl } from '@/lib/text/parse-url'
import { cardRules } from './card-rules'
import { commentRules } from './comment-rules'
import { elementRules } from './element-rules'
import { bareUrl, type HtmlRule, isElement, keptHtml, textAttribute, wordsOf } from './html-rule'

const parser = unified().use(rehypeParse, { fragment: true })

const toMarkdown = unified()
  .use(rehypeRemark, {
    handlers: {
      [keptHtml]: (state, node) => {
        const html = { type: 'html' as const, value: textAttribute(node, 'value') }
        state.patch(node, html)
        return html
      },
    },
  })
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    emphasis: '*',
    listItemIndent: 'one',
    fences: true,
  })

const rulesFor: Record<'post' | 'comment', HtmlRule[]> = {
  post: [...cardRules, ...elementRules],
  comment: [...commentRules, ...elementRules],
}

function convert(node: ElementContent, losses: Losses, rules: HtmlRule[]): ElementContent[] {
  if (node.type === 'comment') return []
  if (node.type !== 'element') return [node]
  const url = loneUrl(node)
  if (url) return [bareUrl(url)]
  const rule = rules.find(({ matches }) => matches(node))
  const inside = (part = node.children) => part.flatMap((child) => convert(child, losses, rules))
  return rule ? rule.convert(node, inside, losses) : [{ ...node, children: inside() }]
}

/** Returns the URL of a paragraph that contains nothing else, which both blogs show as an embed. */
function loneUrl(node: ElementContent): string | undefined {
  const words = isElement(node, 'p') ? wordsOf(node).trim() : ''
  return /^https?:\/\/\S+$/.test(words) && parseUrl(words) ? words : undefined
}

/** Converts bare URLs in text to links. Otherwise, Markdown would link or escape them. */
function linkUrls(root: Root): void {
  visit(root, 'text', (node, index, parent) => {
    if (index === undefined || !parent || isElement(parent, 'a', 'code', 'pre')) return undefined
    const parts = node.value.split(/(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/)
    if (parts.length === 1) return undefined
    const nodes = parts.map((value, at) =>
      at % 2 === 0 ? { type: 'text' as const, value } : h('a', { href: value }, value),
    )
    parent.children.splice(index, 1, ...nodes)
    return index + nodes.length
  })
}

/** Records inline styles, which are lost because the theme determines the appearance. */
function noteLooks(root: Root, losses: Losses): void {
  visit(root, 'element', (node) => {
    if (/color|background|font|text-align/i.test(textAttribute(node, 'style')))
      losses.note('the colours, fonts or alignment of some text')
  })
}

function rewriteAddresses(root: Root, rewrite: (address: string) => string): void {
  visit(root, 'element', ({ properties }) => {
    for (const name of ['href', 'src', 'poster'])
      if (typeof properties[name] === 'string') properties[name] = rewrite(properties[name])
  })
}

/**
 * Converts a post's HTML to Markdown (GFM), or a comment's HTML to the Markdown that comments
 * support. HTML without a Markdown equivalent is kept in a post and becomes text in a comment.
 * Embeds become a URL on a separate line. Losses are recorded.
 * @param rewrite rewrites the URLs of images and links
 * @throws NotAPost if elements are nested too deeply
 */
export function htmlToMarkdown(
  html: string,
  losses: Losses,
  rewrite: (address: string) => string = (address) => address,
  kind: 'post' | 'comment' = 'post',
): string {
  try {
    const root = parser.parse(html)
    refuseDeepNesting(root)
    rewriteAddresses(root, rewrite)
    noteLooks(root, losses)
    linkUrls(root)
    const children = root.children.flatMap((node) =>
      node.type === 'doctype' ? [] : convert(node, losses, rulesFor[kind]),
    )
    return toMarkdown.stringify(toMarkdown.runSync({ type: 'root', children }))
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'AppError')) {
      throw new NotAPost('its HTML elements are nested too deeply')
    }
    throw error
  }
}
