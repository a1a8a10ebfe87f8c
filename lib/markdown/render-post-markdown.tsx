import 'server-only'
import type { Element, Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { highlightCode } from './highlight-code'
import { linkCardElement, markLinkCards } from './link-card'

/** What HTML a post may hold: GitHub's list, and the places of our cards. Ids come from this pipeline alone. */
const allowed = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...(defaultSchema.tagNames ?? []), linkCardElement, 'figure', 'figcaption', 'abbr', 'mark', 'cite'],
  attributes: { ...defaultSchema.attributes, [linkCardElement]: ['url'], abbr: ['title'] },
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(markLinkCards)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: 'note-' })
  .use(rehypeRaw)
  .use(rehypeSanitize, allowed)
  .use(rehypeSlug)
  .use(keepCommentIds)
  .use(highlightBlocks)

/** `comment-12` is the permalink of a comment: a heading that would be called so steps aside. */
function keepCommentIds() {
  return (root: Root): void => {
    visit(root, 'element', ({ properties }) => {
      if (typeof properties.id === 'string' && /^comment-\d+$/.test(properties.id)) properties.id += '-heading'
    })
  }
}

function highlightBlocks() {
  return async (root: Root): Promise<void> => {
    const blocks: { code: Element; language: string }[] = []
    visit(root, 'element', (element) => {
      const [code] = element.children
      if (element.tagName !== 'pre' || code?.type !== 'element' || code.tagName !== 'code') return
      const [name] = [code.properties.className].flat()
      blocks.push({ code, language: typeof name === 'string' ? name.replace(/^language-/, '').toLowerCase() : '' })
    })
    for (const { code, language } of blocks) {
      const [text] = code.children
      if (text?.type === 'text') code.children = (await highlightCode(text.value.replace(/\n$/, ''), language)) ?? code.children
    }
  }
}

/**
 * A post's Markdown (GFM, and HTML of an allowed list) as React elements.
 *
 * @param renderLinkCard what stands for a URL in a paragraph of its own; undefined leaves an ordinary link
 */
export async function renderPostMarkdown(markdown: string, renderLinkCard: (url: string) => ReactNode | undefined): Promise<ReactNode> {
  const root = await pipeline.run(pipeline.parse(markdown))
  return toJsxRuntime(root, {
    Fragment,
    jsx,
    jsxs,
    components: {
      [linkCardElement]: ({ url, children }: { url?: unknown; children?: ReactNode }) =>
        (typeof url === 'string' && renderLinkCard(url)) || <p>{children}</p>,
      // What scrolls must be reachable by keyboard (WCAG 2.1.1).
      pre: ({ node: _, ...attributes }) => <pre {...attributes} className="code" tabIndex={0} />,
      table: ({ node: _, ...attributes }) => (
        <div className="table-scroll" tabIndex={0}>
          <table {...attributes} />
        </div>
      ),
      img: ({ node: _, alt = '', ...attributes }) => <img {...attributes} alt={alt} loading="lazy" decoding="async" />,
    },
  })
}
