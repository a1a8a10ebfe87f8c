/**
 * Rules for HTML without a Markdown equivalent: it is kept as HTML if posts support it, and
 * otherwise reported.
 */
import type { Element, ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { parseUrl } from '@/lib/text/parse-url'
import {
  bareUrl,
  findAll,
  findByTag,
  type HtmlRule,
  hasClass,
  isElement,
  kept,
  textAttribute,
  wordsOf,
} from './html-rule'

/** URLs of players without scheme, and the URL of the page that makes a card for the content. */
const players: [player: RegExp, page: string][] = [
  [
    /^(?:[\w.-]+\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,})/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^player\.vimeo\.com\/video\/(\d+)/, 'https://vimeo.com/$1'],
  [/^open\.spotify\.com\/embed\/(\w+\/\w+)/, 'https://open.spotify.com/$1'],
  [/^(?:[\w.-]+\.)?dailymotion\.com\/embed\/video\/(\w+)/, 'https://www.dailymotion.com/video/$1'],
  [/^codepen\.io\/([\w-]+)\/embed\/(?:preview\/)?(\w+)/, 'https://codepen.io/$1/pen/$2'],
]

/**
 * Returns the page URL for the content of an `<iframe>`.
 * @returns undefined if its source is not a web page; `isKnown` if the URL is the page rather than
 * the frame's source
 */
function embeddedUrl(source: string): { url: string; isKnown: boolean } | undefined {
  const address = source.startsWith('//') ? `https:${source}` : source
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined
  if (!url) return undefined
  for (const [player, page] of players) {
    const [found] = player.exec(url.hostname + url.pathname) ?? []
    if (found !== undefined) return { url: found.replace(player, page), isKnown: true }
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

const keptAttributes = [
  ...['href', 'src', 'alt', 'title', 'width', 'height'],
  ...['colSpan', 'rowSpan', 'align', 'start', 'open'],
]

/** Returns an element with only the attributes that a post supports. */
function bare(node: Element): Element {
  const properties = Object.fromEntries(
    Object.entries(node.properties).filter(([name]) => keptAttributes.includes(name)),
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
      return [...others(), h('p', [h('em', caption.children)])]
    const picture = images.map((image) => {
      const link = findByTag(found, 'a').find((around) => findByTag(around, 'img').includes(image))
      return bare(link ? { ...link, children: [image] } : image)
    })
    return [h('p', [kept(htmlOf(h('figure', [...picture, bare(caption)])))])]
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
      h('p', [kept(`<details><summary>${title}</summary>`)]),
      ...words,
      h('p', [kept('</details>')]),
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
  convert: (found) => [h('p', [kept(htmlOf(bare(found)))])],
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
    return [h('p', [h('a', { href: source }, source.split('/').at(-1))])]
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
  return loaderHost.test(parseUrl(source, 'https://old.invalid')?.host ?? '')
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
  ...['acronym', 'bdi', 'bdo', 'big', 'center', 'dfn', 'font'],
  ...['marquee', 'rp', 'rt', 'ruby', 'small', 'u'],
]

const mark: HtmlRule = {
  matches: named(...marks),
  convert: (found, inside, losses) => {
    losses.note(`the <${found.tagName}> markup of some text`)
    return found.tagName === 'center' ? [h('div', inside())] : inside()
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
