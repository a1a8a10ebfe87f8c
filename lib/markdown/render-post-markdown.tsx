import 'server-only'
import type { Element, Root, RootContent } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { cache, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { EXIT, visit } from 'unist-util-visit'
import { interfaceLanguage } from '@/lib/text/interface-language'
import { highlightCode } from './highlight-code'
import { linkCardAttributes, linkCardElement, linkCardWordsOf, markLinkCards } from './link-card'
import type { LinkCardWords } from './link-card-directive'
import { parsePostMarkdown, refuseDeepNesting } from './parse-post-markdown'
import { codeBlock, headingWithAnchor } from './post-elements'
import { showFrames } from './show-frames'
import { showImages } from './show-images'

const blocks = /^(?:p|h[1-6]|li|tr|pre|hr|blockquote|details|figure|div)$/

/** A rehype plugin: each block says in `data-line` on which line of the Markdown it begins, so that the two can be scrolled in step. */
function markLines() {
  return (root: Root): void => {
    // HTML may leave words in no block at all; the preview takes and keeps elements.
    root.children = root.children.map(
      (child): RootContent =>
        child.type === 'text' && child.value.trim() !== ''
          ? { type: 'element', tagName: 'span', properties: {}, children: [child] }
          : child,
    )
    visit(root, 'element', (element, index, parent) => {
      const line = element.position?.start.line
      if (line === undefined) return
      if (blocks.test(element.tagName)) element.properties.dataLine = line
      // The card's place is drawn by a component that knows of no lines.
      if (element.tagName !== linkCardElement || !parent || index === undefined) return
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { dataLine: line },
        children: [element],
      }
    })
  }
}

/** What HTML a post may hold: GitHub's list, and the places of our cards. Its author may set ids; those of the page are kept free below. */
const allowed = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    linkCardElement,
    'figure',
    'figcaption',
    'abbr',
    'mark',
    'cite',
    'iframe',
  ],
  // Which frames are shown, and how, is decided when all else is gone: see show-frames.ts.
  attributes: {
    ...defaultSchema.attributes,
    // A name makes an element a property of its document, and of the form it stands in: the admin area’s preview stands in one.
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'name'),
    // The old way to write an anchor; of an `a` it is no such property.
    a: [...(defaultSchema.attributes?.a ?? []), 'name'],
    [linkCardElement]: linkCardAttributes,
    abbr: ['title'],
    iframe: ['src', 'title', 'width', 'height'],
  },
}

const pipeline = unified()
  .use(markLinkCards)
  .use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: 'note-',
    footnoteBackContent: '↩\uFE0E',
  })
  .use(readRawHtml)
  .use(() => refuseDeepNesting)
  .use(rehypeSanitize, allowed)
  .use(showFrames)
  .use(showImages)
  .use(rehypeSlug)
  .use(keepPageIds)
  .use(nameInterfaceLanguage)
  .use(highlightBlocks)

/** Where a post holds no HTML there is none to parse: that takes as long as its Markdown does. */
function readRawHtml() {
  const readHtml = rehypeRaw()
  return (root: Root, file: Parameters<typeof readHtml>[1]): Root => {
    let holdsHtml = false
    visit(root, 'raw', () => {
      holdsHtml = true
      return EXIT
    })
    return holdsHtml ? readHtml(root, file) : root
  }
}

const pipelineWithLines = pipeline().use(markLines)

/** Ids the page around a post has need of: what would be called so in the post steps aside. */
const pageIds = /^(?:content|comments|comments-heading|comment-\d+|post-contents|related-posts)$/

function keepPageIds() {
  return (root: Root): void => {
    visit(root, 'element', ({ tagName, properties }) => {
      // By its id, too, it would be a field of the form the preview stands in.
      if (tagName === 'input') properties.id = undefined
      if (typeof properties.id === 'string' && pageIds.test(properties.id))
        properties.id += '-section'
    })
  }
}

/** The words that come with footnotes are the interface’s, not the post’s. */
function nameInterfaceLanguage() {
  return (root: Root): void => {
    visit(root, 'element', ({ properties }) => {
      if (properties.id === 'footnote-label' || 'dataFootnoteBackref' in properties)
        properties.lang = interfaceLanguage
    })
  }
}

/** What of a post's code is highlighted: its author is trusted not to attack, but may paste a bundle. */
const highlightBudget = { lineLengthMax: 400, leftCharacters: 100_000 }

function highlightBlocks() {
  return async (root: Root): Promise<void> => {
    const blocks: { code: Element; language: string }[] = []
    visit(root, 'element', (element) => {
      const [code] = element.children
      if (element.tagName !== 'pre' || code?.type !== 'element' || code.tagName !== 'code') return
      const [name] = [code.properties.className].flat()
      blocks.push({
        code,
        language: typeof name === 'string' ? name.replace(/^language-/, '').toLowerCase() : '',
      })
    })
    const budget = { ...highlightBudget }
    for (const { code, language } of blocks) {
      const [text] = code.children
      if (text?.type === 'text')
        code.children =
          (await highlightCode(text.value.replace(/\n$/, ''), language, budget)) ?? code.children
    }
  }
}

/**
 * A post's Markdown (GFM, and HTML of an allowed list) as React elements. One that cannot be rendered is shown as its
 * source: its words are read all the same, and so are the comments beneath.
 *
 * @param renderLinkCard what stands for a URL in a paragraph of its own, in the words its author gave it; undefined leaves an ordinary link
 * @param marksLines whether each block says in `data-line` on which line of the Markdown it begins
 */
export async function renderPostMarkdown(
  markdown: string,
  renderLinkCard: (url: string, words: LinkCardWords) => ReactNode | undefined,
  { marksLines = false } = {},
): Promise<ReactNode> {
  const root = await readPostTree(markdown, marksLines)
  if (!root) return <pre className="whitespace-pre-wrap">{markdown}</pre>
  return toJsxRuntime(root, {
    Fragment,
    jsx,
    jsxs,
    passNode: true,
    tableCellAlignToStyle: false,
    components: {
      [linkCardElement]: ({
        url,
        children,
        ...attributes
      }: Record<string, unknown> & { children?: ReactNode }) =>
        (typeof url === 'string' && renderLinkCard(url, linkCardWordsOf(attributes))) || (
          <p>{children}</p>
        ),
      h2: headingWithAnchor,
      h3: headingWithAnchor,
      h4: headingWithAnchor,
      pre: codeBlock,
      // What scrolls must be reachable by keyboard (WCAG 2.1.1).
      table: ({ node: _, ...attributes }) => (
        <div className="table-scroll" tabIndex={0}>
          <table {...attributes} />
        </div>
      ),
    },
  })
}

/**
 * A post's Markdown as the tree of its HTML, made once a render however many parts of the page ask; undefined where it
 * cannot be rendered.
 */
export const readPostTree = cache(
  async (markdown: string, marksLines = false): Promise<Root | undefined> => {
    try {
      return await (marksLines ? pipelineWithLines : pipeline).run(parsePostMarkdown(markdown))
    } catch (error) {
      console.warn(
        `a post could not be rendered: ${error instanceof Error ? error.message : String(error)}`,
      )
      return undefined
    }
  },
)
