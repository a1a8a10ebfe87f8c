import type { Root } from 'mdast'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { importErrorText } from '@/lib/i18n/error-text'
import { type Losses, NotAPost } from '@/lib/importers/imported-post'
import { markdownStyle } from '@/lib/markdown/markdown-style'
import { keptHtml, simplifyHtml } from './simplify-html'

const toMarkdown = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, {
    handlers: {
      [keptHtml]: (_, { properties }) => ({ type: 'html', value: String(properties.value) }),
    },
    nodeHandlers: { comment: () => undefined },
  })
  // Converts bare URLs to links. Otherwise, they would be escaped.
  .use(() => (root: Root) => {
    for (const link of gfmAutolinkLiteralFromMarkdown().transforms ?? []) link(root)
  })
  .use(remarkGfm)
  .use(remarkStringify, markdownStyle)
  .freeze()

/**
 * Converts a post's HTML to Markdown (GFM). HTML without a Markdown equivalent is kept. Embeds
 * become a URL on a separate line. Losses are recorded.
 * @param rewrite rewrites the URLs of images and links
 * @throws NotAPost if elements are nested too deeply
 */
export function htmlToMarkdown(
  html: string,
  losses: Losses,
  rewrite: (address: string) => string = (address) => address,
): string {
  try {
    return String(toMarkdown.processSync(simplifyHtml(html, losses, rewrite)))
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'AppError')) {
      throw new NotAPost(importErrorText('nesting'))
    }
    throw error
  }
}
