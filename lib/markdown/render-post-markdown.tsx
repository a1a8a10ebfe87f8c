import 'server-only'
import type { Element, Root, RootContent } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { h } from 'hastscript'
import { toString as textOf } from 'mdast-util-to-string'
import { type ComponentProps, cache, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { EXIT, visit } from 'unist-util-visit'
import { messageOf } from '@/lib/errors'
import { currentLocale, type Translate, translator } from '@/lib/i18n/translator'
import { highlightCode } from './highlight-code'
import { cardOverridesOf, linkCardAttributes, linkCardElement } from './link-card'
import type { LinkCardOverrides } from './link-card-directive'
import { parsePostMarkdown, refuseDeepNesting } from './parse-post-markdown'
import { showCallouts } from './show-callouts'
import { showFrames } from './show-frames'
import { showImages } from './show-images'

const blocks = /^(?:p|h[1-6]|li|tr|pre|hr|blockquote|details|figure|div)$/

/**
 * A rehype plugin that sets `data-line` on each block to its first line in the Markdown, so that
 * source and preview can scroll in sync.
 */
function markLines() {
  return (root: Root): void => {
    // HTML may leave text outside of any block. Wrap it, because the preview only handles elements.
    root.children = root.children.map(
      (child): RootContent =>
        child.type === 'text' && child.value.trim() !== '' ? h('span', [child]) : child,
    )
    visit(root, 'element', (element, index, parent) => {
      const line = element.position?.start.line
      if (line === undefined) return
      if (blocks.test(element.tagName)) element.properties.dataLine = line
      // The component that renders a card does not pass on `data-line`, so wrap it.
      if (element.tagName !== linkCardElement || !parent || index === undefined) return
      parent.children[index] = h('div', { dataLine: line }, element)
    })
  }
}

/**
 * The HTML that a post may contain: GitHub's list, and link cards. Authors may set ids;
 * `adaptToPage` protects those of the page.
 */
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
  // `showFrames` decides after sanitising which frames are shown.
  attributes: {
    ...defaultSchema.attributes,
    // Disallow `name`: it makes an element a property of the document and of the surrounding form.
    // The preview in the admin area is inside a form.
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'name'),
    // The old form of an anchor. On an `a`, `name` creates no such property.
    a: [...(defaultSchema.attributes?.a ?? []), 'name'],
    [linkCardElement]: linkCardAttributes,
    abbr: ['title'],
    code: [...(defaultSchema.attributes?.code ?? []), 'dataTitle'],
    iframe: ['src', 'title', 'width', 'height'],
  },
}

const pipeline = unified()
  .use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: 'note-',
    footnoteBackContent: '↩\uFE0E',
    footnoteBackLabel: (index, again) =>
      translator('posts')('footnoteBack', {
        number: again > 1 ? `${index + 1}-${again}` : `${index + 1}`,
      }),
  })
  .use(keepCodeTitles)
  .use(readRawHtml)
  .use(() => refuseDeepNesting)
  .use(rehypeSanitize, allowed)
  .use(showFrames)
  .use(showImages)
  .use(showCallouts)
  .use(rehypeSlug)
  .use(adaptToPage)
  .use(highlightBlocks)

/**
 * Keeps the title of a code block, which follows its language (```` ```js title="app.js" ````), in
 * an attribute.
 */
function keepCodeTitles() {
  return (root: Root): void => {
    visit(root, 'element', ({ tagName, properties, data }) => {
      const [, title] = /\btitle="([^"]+)"/.exec((tagName === 'code' && data?.meta) || '') ?? []
      if (title !== undefined) properties.dataTitle = title
    })
  }
}

/**
 * Parses raw HTML only if a post contains any, because it takes as long as parsing the Markdown.
 */
function readRawHtml() {
  const readHtml = rehypeRaw()
  return (root: Root, file: Parameters<typeof readHtml>[1]): Root => {
    let hasHtml = false
    visit(root, 'raw', () => {
      hasHtml = true
      return EXIT
    })
    return hasHtml ? readHtml(root, file) : root
  }
}

const pipelineWithLines = pipeline().use(markLines)

/** Ids that the page around a post uses. Equal ids in the post get a suffix. */
const pageIds = new RegExp(
  '^(?:content|comments|comments-heading|comment-\\d+|read-next(?:-title)?|' +
    'likes?|heart|follow-(?:email|hint|sent))$',
)

/** Protects the ids of the page, and marks the footnotes’ labels as interface text. */
function adaptToPage() {
  return (root: Root): void => {
    visit(root, 'element', (element) => {
      const { tagName, properties } = element
      // The id would also make it a field of the form that surrounds the preview.
      if (tagName === 'input') properties.id = undefined
      if (typeof properties.id === 'string' && pageIds.test(properties.id))
        properties.id += '-section'
      if (properties.id === 'footnote-label')
        element.children = [{ type: 'text', value: translator('posts')('footnotes') }]
      if (properties.id === 'footnote-label' || 'dataFootnoteBackref' in properties)
        properties.lang = currentLocale()
    })
  }
}

/** The highlighting limit of a post's code. Authors are trusted, but may paste a large bundle. */
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
 * Renders a post's Markdown (GFM, and allowed HTML) as React elements. A post that cannot be
 * rendered is shown as its source, so that it and its comments stay readable.
 *
 * @param renderLinkCard renders the card for a URL in a paragraph of its own, with the author's
 *   overrides; undefined leaves an ordinary link
 * @param marksLines whether to set `data-line` on each block to its first line in the Markdown
 */
export async function renderPostMarkdown(
  markdown: string,
  renderLinkCard: (url: string, overrides: LinkCardOverrides) => ReactNode | undefined,
  { marksLines = false } = {},
): Promise<ReactNode> {
  const root = await readPostTree(markdown, marksLines)
  if (!root) return <pre className="whitespace-pre-wrap">{markdown}</pre>
  // Messages are resolved now: a server action's result is rendered outside of `runInLanguage`.
  const lang = currentLocale()
  const heading = headingWithAnchor(lang, translator('posts'))
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
        (typeof url === 'string' && renderLinkCard(url, cardOverridesOf(attributes))) || (
          <p>{children}</p>
        ),
      h2: heading,
      h3: heading,
      h4: heading,
      pre: codeBlock(lang, translator('copyCode')('copy')),
      th: tableCell,
      td: tableCell,
      // Elements that scroll must be reachable by keyboard (WCAG 2.1.1).
      table: ({ node: _, ...attributes }) => (
        <div className="table-scroll" tabIndex={0}>
          <table {...attributes} />
        </div>
      ),
    },
  })
}

/**
 * Returns a post's Markdown as an HTML tree, cached for one render; undefined if it cannot be
 * rendered.
 */
export const readPostTree = cache(
  async (markdown: string, marksLines = false): Promise<Root | undefined> => {
    try {
      return await (marksLines ? pipelineWithLines : pipeline).run(parsePostMarkdown(markdown).root)
    } catch (error) {
      console.warn(`a post could not be rendered: ${messageOf(error)}`)
      return undefined
    }
  },
)

type WithNode<Props> = Props & { node?: Element | undefined }

/**
 * Renders a heading with a link to it. The link is outside the heading, so that the heading's
 * accessible name stays its text.
 */
const headingWithAnchor =
  (lang: string, t: Translate<'posts'>) =>
  ({ node, ...attributes }: WithNode<ComponentProps<'h2'>>) => {
    const Heading = node?.tagName === 'h3' ? 'h3' : node?.tagName === 'h4' ? 'h4' : 'h2'
    // The heading of the footnotes is only for screen readers.
    if (!attributes.id || attributes.className?.includes('sr-only'))
      return <Heading {...attributes} />
    return (
      <div className="heading" data-level={Heading}>
        <Heading {...attributes} />
        <a href={`#${attributes.id}`} className="heading-anchor">
          <span aria-hidden="true">#</span>
          <span lang={lang} className="sr-only">
            {t('linkToHeading', { heading: textOf(node) })}
          </span>
        </a>
      </div>
    )
  }

/** Returns the title of a code block, or its language; undefined if it has neither. */
function titleOfCode({ properties: { dataTitle, className } }: Element): string | undefined {
  const [name] = [className].flat()
  if (typeof dataTitle === 'string') return dataTitle
  return typeof name === 'string' ? name.replace(/^language-/, '') : undefined
}

/**
 * Renders a code block. It scrolls, so it must be reachable by keyboard (WCAG 2.1.1). A script of
 * the page makes the button copy the code.
 */
const codeBlock =
  (lang: string, copy: string) =>
  ({ node, ...attributes }: WithNode<ComponentProps<'pre'>>) => {
    const [code] = node?.children ?? []
    return (
      <div className="code-block">
        <div className="code-bar">
          {code?.type === 'element' && <bdi>{titleOfCode(code)}</bdi>}
          <button type="button" lang={lang} className="copy-code">
            {copy}
          </button>
        </div>
        <pre {...attributes} className="code" tabIndex={0} />
      </div>
    )
  }

/** Renders a table cell. HTML has no `align` any more, and the policy forbids inline styles. */
function tableCell({ node, align, ...attributes }: WithNode<ComponentProps<'td'>>) {
  const Cell = node?.tagName === 'th' ? 'th' : 'td'
  return <Cell {...attributes} data-align={align} />
}
