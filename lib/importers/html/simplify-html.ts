/** Prepares the HTML of Ghost and WordPress for the conversion to Markdown. */
import { type CheerioAPI, load } from 'cheerio'
import type { Losses } from '@/lib/importers/imported-post'
import { writeCardLine } from '@/lib/markdown/card-line'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { refuseDeepNesting } from '@/lib/markdown/parse-post-markdown'
import { parseUrl } from '@/lib/text/parse-url'

type Elements = ReturnType<ReturnType<CheerioAPI['root']>['find']>

type Context = { $: CheerioAPI; losses: Losses; tag: string }

/** Replacements by selector, in order. A rule may also record a loss. */
type Rules = Record<string, (found: Elements, context: Context) => unknown>

/** The name of elements whose `value` is output unchanged: HTML without Markdown, and bare URLs. */
export const keptHtml = 'kept-html'

const kept = (html: string) => `<${keptHtml} value="${escapeXml(html)}"></${keptHtml}>`
const inside = (found: Elements) => found.html()?.trim() ?? ''
const textOf = (found: Elements) => found.text().replaceAll(/\s+/g, ' ').trim()
const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text) && parseUrl(text) !== undefined

/** Returns a URL on a separate line, which makes a card. */
function cardLine(url: string): string {
  // Spaces and angle brackets would end the URL.
  const address = parseUrl(url)?.href.replaceAll(/[<>]/g, encodeURIComponent)
  return `<p>${kept(address ? writeCardLine({ url: address, image: true }) : url)}</p>`
}

function captionOf(found: Elements): string {
  const caption = found.find('figcaption').first()
  return textOf(caption) && `<p><em>${inside(caption)}</em></p>`
}

/** Serialises HTML without blank lines, which would end the HTML block in Markdown. */
const withoutBlankLines = (html: string) => html.replaceAll(/\n\s*\n/g, '\n').trim()

const keptAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'width',
  'height',
  'colspan',
  'rowspan',
  'align',
  'start',
  'open',
]

/** Returns HTML with only the attributes that a post supports, without `<span>`. */
function bareHtml(html: string): string {
  const $ = load(html, null, false)
  for (const span of $('span').toArray().reverse()) $(span).replaceWith($(span).contents())
  for (const { attribs } of $.root().find('*').toArray())
    for (const name of Object.keys(attribs))
      if (!keptAttributes.includes(name)) delete attribs[name]
  return withoutBlankLines($.html())
}

/** Converts a file or a player to a link. */
function fileLink(found: Elements, { losses }: Context): unknown {
  const sources = 'video[src], audio[src], source[src], embed[src], a[href]'
  const source = found.is(sources) ? found : found.find(sources).first()
  const url = source.attr('src') || source.attr('href')
  if (!url) return found.remove()
  if (!found.is('.kg-file-card, .wp-block-file')) losses.note('embed', { url })
  const titles = ['.kg-audio-title', '.kg-file-card-title', 'a']
  const title = titles.map((name) => textOf(found.find(name).first())).find(Boolean)
  const text = escapeXml(title ?? url.split('/').at(-1) ?? '')
  return found.replaceWith(`<p><a href="${escapeXml(url)}">${text}</a></p>${captionOf(found)}`)
}

const cardRules: Rules = {
  '.kg-bookmark-card': (found) => {
    const url = found.find('a').attr('href')
    found.replaceWith(url ? cardLine(url) + captionOf(found) : '')
  },
  // An embed contains a frame, a quotation of the content or, in WordPress, only a URL.
  '.kg-embed-card, .wp-block-embed': (found) => {
    const caption = captionOf(found)
    found.find('figcaption').remove()
    const text = textOf(found)
    found.replaceWith((isUrl(text) ? cardLine(text) : inside(found)) + caption)
  },
  // A quoted post of a social network. Its last link leads to the original.
  ['.twitter-tweet, .instagram-media, .tiktok-embed, .bluesky-embed, .mastodon-embed, ' +
    '.reddit-card']: (found) => {
    const cited = found.attr('data-instgrm-permalink') || found.attr('cite')
    const url = cited || found.find('a').last().attr('href')
    if (url) found.replaceWith(cardLine(url.replace(/[?&](?:ref_src|utm_\w+)=[^&]*/g, '')))
  },
  '.kg-callout-card': (found) => {
    const emoji = escapeXml(textOf(found.find('.kg-callout-emoji')))
    const text = inside(found.find('.kg-callout-text'))
    found.replaceWith(`<blockquote><p>${kept('[!NOTE]\n')}${emoji} ${text}</p></blockquote>`)
  },
  '.kg-gallery-card, .wp-block-gallery, .blocks-gallery-grid:not(.wp-block-gallery *)': (
    found,
    { $, losses },
  ) => {
    losses.note('gallery')
    const images = found.find('img').toArray()
    found.replaceWith(images.map((image) => `<p>${$.html(image)}</p>`).join('') + captionOf(found))
  },
  ['.kg-audio-card, .kg-video-card, .kg-file-card, ' +
    '.wp-block-file, .wp-block-audio, .wp-block-video']: fileLink,
  // Dynamic content that only the old blog's server could provide.
  ['.kg-signup-card, .kg-product-card, .kg-header-card, .kg-email-cta, .kg-cta-card, ' +
    '.wp-block-latest-posts, .wp-block-search']: (found, { losses }) => {
    const [, name] = /(?:kg|wp-block)-(?!card\b)([\w-]+)/.exec(found.attr('class') ?? '') ?? []
    losses.note('plainText', { name: name ?? '' })
  },
}

/** URLs of players without their scheme, and the URL of the page with the content for a card. */
const players: [player: RegExp, page: string][] = [
  [
    /^(?:[\w.-]+\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,}).*/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^player\.vimeo\.com\/video\/(\d+).*/, 'https://vimeo.com/$1'],
  [/^open\.spotify\.com\/embed\/(\w+\/\w+).*/, 'https://open.spotify.com/$1'],
  [
    /^(?:[\w.-]+\.)?dailymotion\.com\/embed\/video\/(\w+).*/,
    'https://www.dailymotion.com/video/$1',
  ],
  [/^codepen\.io\/([\w-]+)\/embed\/(?:preview\/)?(\w+).*/, 'https://codepen.io/$1/pen/$2'],
]

/** HTML that neither Markdown nor posts support. */
const removed = ['script', 'style', 'form', 'object', 'applet', 'svg', 'canvas', 'math']

/** Hosts of scripts that only style quoted posts, which become link cards here. */
const loaderHost =
  /^(?:https?:)?\/\/[^/]*(?:twitter|instagram|tiktok|bsky|redditmedia|flickr|ampproject|youtube)/

const elementRules: Rules = {
  'iframe, embed': (found, { losses }) => {
    const url = parseUrl(found.attr('src') || found.attr('data-src') || '', 'https://old.invalid')
    if (!url || !/^https?:$/.test(url.protocol) || url.host === 'old.invalid') return found.remove()
    const source = url.hostname + url.pathname
    const [player, page] = players.find(([pattern]) => pattern.test(source)) ?? []
    if (player && page) return found.replaceWith(cardLine(source.replace(player, page)))
    losses.note('embed', { url: url.href })
    return found.replaceWith(cardLine(url.href))
  },
  figure: (found, { $ }) => {
    const caption = found.find('figcaption').first()
    const images = found.find('img').toArray()
    const isKept = images.length > 0 && found.find('table, pre, iframe').length === 0
    // An image with a width and a plain caption, which Markdown supports.
    if (isKept && images.length === 1 && found.find('a, figcaption :not(span)').length === 0) {
      const [, width] = /\b(?:kg-width-|align)(wide|full)\b/.exec(found.attr('class') ?? '') ?? []
      if (width) $(images).attr('src', (_, src) => `${src}#${width}`)
      if (textOf(caption)) $(images).attr('title', textOf(caption))
      return found.replaceWith(`<p>${$.html(images)}</p>`)
    }
    if (isKept && textOf(caption) !== '') {
      const pictures = images.map((image) => {
        const link = $(image).closest('a').attr('href')
        return link ? `<a href="${escapeXml(link)}">${$.html(image)}</a>` : $.html(image)
      })
      const html = bareHtml(`<figure>${pictures.join('')}${$.html(caption)}</figure>`)
      return found.replaceWith(`<p>${kept(html)}</p>`)
    }
    const captionHtml = captionOf(found)
    caption.remove()
    return found.replaceWith(inside(found) + captionHtml)
  },
  'details, .kg-toggle-card': (found) => {
    const summary = found.find('summary, .kg-toggle-heading-text').first()
    const title = bareHtml(inside(summary))
    summary.remove()
    const content = found.find('.kg-toggle-content').first()
    found.replaceWith(
      `<p>${kept(`<details><summary>${title}</summary>`)}</p>` +
        `${inside(content) || inside(found)}<p>${kept('</details>')}</p>`,
    )
  },
  // The editor of Ghost repeats such elements.
  ':is(b, strong) :is(b, strong), :is(i, em) :is(i, em)': (found) =>
    found.replaceWith(found.contents()),
  // Markdown tables do not support spanning cells.
  'table:has([colspan]:not([colspan="1"]), [rowspan]:not([rowspan="1"]))': (found, { $ }) =>
    found.replaceWith(`<p>${kept(bareHtml($.html(found)))}</p>`),
  'sub, sup, mark, kbd, ins, cite, abbr[title]': (found, { tag }) => {
    const html = found.html()
    const title = found.attr('title')
    const opening = `<${tag}${title ? ` title="${escapeXml(title)}"` : ''}>`
    found.replaceWith(html ? kept(opening) + html + kept(`</${tag}>`) : '')
  },
  'acronym, bdi, bdo, big, center, dfn, font, marquee, rp, rt, ruby, small, u': (
    found,
    { losses, tag },
  ) => {
    losses.note('element', { tag })
    if (tag !== 'center') found.replaceWith(found.contents())
  },
  // Letters, Roman numerals, descending order, or numbers of single items.
  'ol[reversed], ol[type]:not([type="1"]), ol:has(> li[value])': (_, { losses }) =>
    losses.note('numbering'),
  'video, audio': fileLink,
  [`input, ${removed}`]: (found, { losses, tag }) => {
    if (removed.includes(tag) && !loaderHost.test(found.attr('src') ?? ''))
      losses.note('element', { tag })
    found.remove()
  },
}

const anyRules: Rules = {
  '[style]': (found, { losses }) => {
    // The theme determines the appearance.
    if (/color|background|font|text-align/i.test(found.attr('style') ?? '')) losses.note('style')
  },
  // Both blogs show a URL alone in a paragraph as an embed.
  p: (found) => {
    const text = textOf(found)
    if (isUrl(text)) found.replaceWith(cardLine(text))
  },
}

const rules: Rules = { ...anyRules, ...cardRules, ...elementRules }

/**
 * Replaces HTML without a Markdown equivalent: by an embed's URL on a separate line, by HTML that
 * posts support (`keptHtml`), or by its text. Losses are recorded.
 * @param rewrite rewrites the URLs of images and links
 * @throws AppError if elements are nested too deeply
 */
export function simplifyHtml(
  html: string,
  losses: Losses,
  rewrite: (address: string) => string,
): string {
  const $ = load(html, null, false)
  const root = $.root()
  refuseDeepNesting({ type: 'root', children: root.contents().toArray() })
  for (const name of ['href', 'src', 'poster'])
    $(`[${name}]`).attr(name, (_, address) => rewrite(address.trim()))
  for (const [selector, apply] of Object.entries(rules)) {
    // From the last to the first, so that elements inside others come before these.
    for (const element of root.find(selector).toArray().reverse())
      apply($(element), { $, losses, tag: element.tagName })
  }
  return $.html()
}
