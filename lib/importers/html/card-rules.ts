/** Rules for the cards of Ghost and the blocks of WordPress in their HTML. */
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import {
  bareUrl,
  findAll,
  findByClass,
  findByTag,
  type HtmlRule,
  hasClass,
  isElement,
  textAttribute,
  wordsOf,
} from './html-rule'

const withClass =
  (...names: string[]) =>
  (found: Element) =>
    hasClass(found, ...names)

function captionOf(figure: Element): ElementContent[] {
  const [caption] = findByTag(figure, 'figcaption')
  return caption && wordsOf(caption).trim() !== '' ? [h('p', [h('em', caption.children)])] : []
}

const bookmark: HtmlRule = {
  matches: withClass('kg-bookmark-card'),
  convert: (card) => {
    const [link] = findByTag(card, 'a')
    return link ? [bareUrl(textAttribute(link, 'href')), ...captionOf(card)] : []
  },
}

/** An embed contains a frame, a quotation of the content or, in WordPress, only its URL. */
const embed: HtmlRule = {
  matches: withClass('kg-embed-card', 'wp-block-embed'),
  convert: (card, inside) => {
    const others = card.children.filter((child) => !isElement(child, 'figcaption'))
    const words = others.map(wordsOf).join('').trim()
    const shown = /^https?:\/\/\S+$/.test(words) ? [bareUrl(words)] : inside(others)
    return [...shown, ...captionOf(card)]
  },
}

/** A quoted post of a social network. Its last link leads to the original. */
const quotation: HtmlRule = {
  matches: withClass(
    'twitter-tweet',
    'instagram-media',
    'tiktok-embed',
    'bluesky-embed',
    'mastodon-embed',
    'reddit-card',
  ),
  convert: (quote, inside) => {
    const cited = textAttribute(quote, 'dataInstgrmPermalink') || textAttribute(quote, 'cite')
    const last = findByTag(quote, 'a').at(-1)
    const url = cited || (last ? textAttribute(last, 'href') : '')
    return url
      ? [bareUrl(url.replace(/[?&](?:ref_src|utm_\w+)=[^&]*/g, ''))]
      : [h('blockquote', inside())]
  },
}

const callout: HtmlRule = {
  matches: withClass('kg-callout-card'),
  convert: (card, inside) => {
    const [emoji] = findByClass(card, 'kg-callout-emoji')
    const [text] = findByClass(card, 'kg-callout-text')
    const sign = emoji ? `${wordsOf(emoji).trim()} ` : ''
    return [h('blockquote', [h('p', [sign, ...inside(text?.children)])])]
  },
}

const gallery: HtmlRule = {
  matches: withClass('kg-gallery-card', 'wp-block-gallery', 'blocks-gallery-grid'),
  convert: (card, _, losses) => {
    losses.note('a gallery became separate images')
    return [...findByTag(card, 'img').map((image) => h('p', [image])), ...captionOf(card)]
  },
}

/** Decodes a file name; leaves it unchanged if a `%` does not start an escape. */
function readableName(name: string): string {
  try {
    return decodeURI(name)
  } catch {
    return name
  }
}

/** An audio, video or other file. */
const file: HtmlRule = {
  matches: withClass(
    'kg-audio-card',
    'kg-video-card',
    'kg-file-card',
    'wp-block-file',
    'wp-block-audio',
    'wp-block-video',
  ),
  convert: (card, _, losses) => {
    const [source] = findAll(
      card,
      ({ properties }) => typeof properties.src === 'string' || typeof properties.href === 'string',
    )
    const url = source ? textAttribute(source, 'src') || textAttribute(source, 'href') : ''
    if (url === '') return []
    const [title] = [
      ...findByClass(card, 'kg-audio-title'),
      ...findByClass(card, 'kg-file-card-title'),
      ...findByTag(card, 'a'),
    ]
    const words = (title ? wordsOf(title).trim() : '') || readableName(url.split('/').at(-1) ?? url)
    if (!hasClass(card, 'kg-file-card', 'wp-block-file'))
      losses.note(`a player became a link to ${url}`)
    return [h('p', [h('a', { href: url }, words)]), ...captionOf(card)]
  },
}

/** Dynamic content that only the old blog's server could provide. */
const living: HtmlRule = {
  matches: withClass(
    'kg-signup-card',
    'kg-product-card',
    'kg-header-card',
    'kg-email-cta',
    'kg-cta-card',
    'wp-block-latest-posts',
    'wp-block-search',
  ),
  convert: (card, inside, losses) => {
    const name = [card.properties.className]
      .flat()
      .find((part) => typeof part === 'string' && /^(?:kg|wp-block)-(?!card$)/.test(part))
    losses.note(`a “${String(name).replace(/^(?:kg|wp-block)-/, '')}” became plain text`)
    return [h('div', inside())]
  },
}

export const cardRules = [bookmark, embed, quotation, callout, gallery, file, living]
