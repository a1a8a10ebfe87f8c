import type { ElementContent, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { NotAPost } from '@/lib/importers/files/not-a-post'
import { refuseDeepNesting } from '@/lib/markdown/parse-post-markdown'
import { cardRules } from './card-rules'
import { commentRules } from './comment-rules'
import { elementRules } from './element-rules'
import type { HtmlRule } from './html-rule'
import { bareUrl, element, keptHtml } from './kept-html'
import { isElement, textAttribute, wordsOf } from './look-up'
import type { Losses } from './losses'

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

/** A paragraph that is an address and nothing else, as both blogs make an embed of it. */
function loneUrl(node: ElementContent): string | undefined {
  const words = isElement(node, 'p') ? wordsOf(node).trim() : ''
  return /^https?:\/\/\S+$/.test(words) && URL.canParse(words) ? words : undefined
}

/** Addresses in running text that are no links yet: Markdown would make links of them, or have to hide them from itself. */
function linkUrls(root: Root): void {
  visit(root, 'text', (node, index, parent) => {
    if (index === undefined || !parent || isElement(parent, 'a', 'code', 'pre')) return undefined
    const parts = node.value.split(/(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/)
    if (parts.length === 1) return undefined
    const nodes = parts.map((value, at) =>
      at % 2 === 0
        ? { type: 'text' as const, value }
        : element('a', [{ type: 'text', value }], { href: value }),
    )
    parent.children.splice(index, 1, ...nodes)
    return index + nodes.length
  })
}

/** What HTML says of looks, which are the theme's here. */
function noteLooks(root: Root, losses: Losses): void {
  visit(root, 'element', (node) => {
    if (/color|background|font|text-align/i.test(textAttribute(node, 'style')))
      losses.note('colours, fonts or alignment of a part')
  })
}

function rewriteAddresses(root: Root, rewrite: (address: string) => string): void {
  visit(root, 'element', ({ properties }) => {
    for (const name of ['href', 'src', 'poster'])
      if (typeof properties[name] === 'string') properties[name] = rewrite(properties[name])
  })
}

/**
 * Returns the HTML of a post as Markdown (GFM), or that of a comment as the Markdown that comments have. HTML that
 * Markdown has no sign for stays HTML in a post and becomes text in a comment. An embed becomes a URL on a line of its
 * own. What is lost is noted.
 *
 * @param rewrite what an address becomes: of pictures, and of links to posts that move too
 * @throws NotAPost where it nests deeper than anybody can follow
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
      throw new NotAPost('its HTML nests elements deeper than anybody can follow')
    }
    throw error
  }
}
