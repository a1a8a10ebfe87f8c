/**
 * Rules for HTML without a Markdown equivalent: it is kept as HTML if posts support it, and
 * otherwise reported.
 */
import type { Element, ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { HtmlRule } from './html-rule'
import {
  bareUrl,
  element,
  findAll,
  findByTag,
  hasClass,
  isElement,
  kept,
  textAttribute,
  wordsOf,
} from './html-rule'

/** Hosts of players, and the URL of the page that makes a card for the same content. */
const players: { host: RegExp; path: RegExp; page: (id: string) => string }[] = [
  {
    host: /(?:^|\.)youtube(?:-nocookie)?\.com$/,
    path: /^\/embed\/([\w-]{6,})/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    host: /^player\.vimeo\.com$/,
    path: /^\/video\/(\d+)/,
    page: (id) => `https://vimeo.com/${id}`,
  },
  {
    host: /^open\.spotify\.com$/,
    path: /^\/embed\/(\w+\/\w+)/,
    page: (id) => `https://open.spotify.com/${id}`,
  },
  {
    host: /(?:^|\.)dailymotion\.com$/,
    path: /^\/embed\/video\/(\w+)/,
    page: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    host: /^codepen\.io$/,
    path: /^\/([\w-]+\/embed\/(?:preview\/)?\w+)/,
    page: (id) => `https://codepen.io/${id.replace(/\/embed\/(?:preview\/)?/, '/pen/')}`,
  },
]

/**
 * Returns the page URL for the content of an `<iframe>`.
 * @returns undefined if its source is not a web page; `isKnown` if the URL is the page rather than
 * the frame's source
 */
function embeddedUrl(source: string): { url: string; isKnown: boolean } | undefined {
  const address = source.startsWith('//') ? `https:${source}` : source
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  for (const { host, path, page } of players) {
    const [, id] = host.test(url.hostname) ? (path.exec(url.pathname) ?? []) : []
    if (id !== undefined) return { url: page(id), isKnown: true }
  }
  return { url: url.href, isKnown: false }
}

const named =
  (...tagNames: string[]) =>
  (found: Element) =>
    tagNames.includes(found.tagName)

/** Serialises HTML without blank lines, which would end the HTML block in Markdown. */
function htmlOf(node: Element | ElementContent[]): string {
  return toHtml(node, { closeSelfClosing: true })
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
}

/** Replaces each `<span>` with its children, since it only affects appearance. */
function bareChildren({ children }: Element): ElementContent[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [child]
    return child.tagName === 'span' ? bareChildren(child) : [bare(child)]
  })
}

/** Returns an element with only the attributes that a post supports. */
function bare(node: Element): Element {
  const attributes = [
    'href',
    'src',
    'alt',
    'title',
    'width',
    'height',
    'colSpan',
    'rowSpan',
    'align',
    'start',
    'open',
  ]
  const properties = Object.fromEntries(
    Object.entries(node.properties).filter(([name]) => attributes.includes(name)),
  )
  return { ...node, properties, children: bareChildren(node) }
}

const frame: HtmlRule = {
  matches: named('iframe', 'embed'),
  convert: (found, _, losses) => {
    const shown = embeddedUrl(textAttribute(found, 'src') || textAttribute(found, 'dataSrc'))
    if (!shown) return []
    if (!shown.isKnown) losses.note(`a frame of ${new URL(shown.url).host} became a link`)
    return [bareUrl(shown.url)]
  },
}

const figure: HtmlRule = {
  matches: named('figure'),
  convert: (found, inside) => {
    const [caption] = findByTag(found, 'figcaption')
    const others = () => inside(found.children.filter((child) => !isElement(child, 'figcaption')))
    if (!caption || wordsOf(caption).trim() === '') return others()
    const images = findByTag(found, 'img')
    if (images.length === 0 || findByTag(found, 'table', 'pre', 'iframe').length > 0)
      return [...others(), element('p', [element('em', caption.children)])]
    const picture = images.map((image) => {
      const link = findByTag(found, 'a').find((around) => findByTag(around, 'img').includes(image))
      return bare(link ? { ...link, children: [image] } : image)
    })
    return [element('p', [kept(htmlOf(element('figure', [...picture, bare(caption)])))])]
  },
}

const toggle: HtmlRule = {
  matches: (found) => found.tagName === 'details' || hasClass(found, 'kg-toggle-card'),
  convert: (found, inside) => {
    const [summary] = findAll(
      found,
      (node) => node.tagName === 'summary' || hasClass(node, 'kg-toggle-heading-text'),
    )
    const [content] = findAll(found, (node) => hasClass(node, 'kg-toggle-content'))
    const title = summary ? htmlOf(bareChildren(summary)) : ''
    const words = inside(
      (content ?? found).children.filter((child) => !isElement(child, 'summary')),
    )
    return [
      element('p', [kept(`<details><summary>${title}</summary>`)]),
      ...words,
      element('p', [kept('</details>')]),
    ]
  },
}

/** A table with spanning cells, which Markdown tables do not support. */
const table: HtmlRule = {
  matches: (found) =>
    found.tagName === 'table' &&
    findAll(
      found,
      ({ properties }) =>
        Number(properties.colSpan ?? 1) > 1 || Number(properties.rowSpan ?? 1) > 1,
    ).length > 0,
  convert: (found) => [element('p', [kept(htmlOf(bare(found)))])],
}

const phrase: HtmlRule = {
  matches: (found) =>
    ['sub', 'sup', 'mark', 'kbd', 'ins', 'cite'].includes(found.tagName) ||
    (found.tagName === 'abbr' && textAttribute(found, 'title') !== ''),
  convert: (found, inside) => {
    if (found.children.length === 0) return []
    const [opening = '', closing = ''] = htmlOf({
      ...bare(found),
      children: [{ type: 'text', value: '|' }],
    }).split('|')
    return [kept(opening), ...inside(), kept(closing)]
  },
}

const media: HtmlRule = {
  matches: named('video', 'audio'),
  convert: (found, _, losses) => {
    const [source] = [found, ...findByTag(found, 'source')]
      .map((node) => textAttribute(node, 'src'))
      .filter(Boolean)
    if (!source) return []
    losses.note(`a player became a link to ${source}`)
    return [
      element('p', [
        element('a', [{ type: 'text', value: source.split('/').at(-1) ?? source }], {
          href: source,
        }),
      ]),
    ]
  },
}

const unkept: Record<string, string> = {
  script: 'a script',
  style: 'a style sheet',
  form: 'a form',
  object: 'a plug-in',
  applet: 'a plug-in',
  svg: 'a drawing in SVG',
  canvas: 'a canvas',
  math: 'a formula in MathML',
}
/** Hosts of scripts that only style quoted posts, which become link cards here. */
const loaderHost = /twitter|instagram|tiktok|bsky|redditmedia|flickr|ampproject|youtube/

function isLoader(source: string): boolean {
  return (
    URL.canParse(source, 'https://old.invalid') &&
    loaderHost.test(new URL(source, 'https://old.invalid').host)
  )
}

const gone: HtmlRule = {
  matches: (found) => found.tagName in unkept || found.tagName === 'input',
  convert: (found, _, losses) => {
    const words = unkept[found.tagName]
    if (words && !isLoader(textAttribute(found, 'src'))) losses.note(words)
    return []
  },
}

/** Elements that neither Markdown nor posts support; their text is kept. */
const marks = [
  'acronym',
  'bdi',
  'bdo',
  'big',
  'center',
  'dfn',
  'font',
  'marquee',
  'rp',
  'rt',
  'ruby',
  'small',
  'u',
]

const mark: HtmlRule = {
  matches: named(...marks),
  convert: (found, inside, losses) => {
    losses.note(`the <${found.tagName}> markup of some text`)
    return found.tagName === 'center' ? [element('div', inside())] : inside()
  },
}

/**
 * List numbering that Markdown cannot express: letters, Roman numerals, descending order, or
 * numbers of single items. The start number is kept.
 */
const numbers: HtmlRule = {
  matches: (found) =>
    found.tagName === 'ol' &&
    (found.properties.reversed === true ||
      !['', '1'].includes(textAttribute(found, 'type')) ||
      found.children.some((item) => isElement(item, 'li') && item.properties.value !== undefined)),
  convert: (found, inside, losses) => {
    losses.note('the numbering of a list, which is now 1, 2, 3')
    return [{ ...found, children: inside() }]
  },
}

export const elementRules = [frame, figure, toggle, table, phrase, mark, numbers, media, gone]
