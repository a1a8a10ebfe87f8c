import { escapeXml } from '@/lib/markdown/escape-xml'

/** Returns the HTML of a card in Ghost's editors; undefined for an unknown card. */
export function cardHtml(name: string, card: Record<string, unknown>): string | undefined {
  const text = (key: string) => (typeof card[key] === 'string' ? card[key] : '')
  const figure = (html: string) =>
    `<figure>${html}${text('caption') && `<figcaption>${text('caption')}</figcaption>`}</figure>`
  const image = (src: string, alt: string) =>
    `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`
  switch (name) {
    case 'image':
      return figure(image(text('src'), text('alt') || text('altText')))
    case 'gallery': {
      const images: unknown[] = Array.isArray(card.images) ? card.images : []
      const sources = images.flatMap((one) =>
        typeof one === 'object' && one !== null && 'src' in one && typeof one.src === 'string'
          ? [one.src]
          : [],
      )
      return (
        `<figure class="kg-gallery-card">${sources.map((src) => image(src, '')).join('')}` +
        '</figure>'
      )
    }
    case 'bookmark':
      return `<figure class="kg-bookmark-card"><a href="${escapeXml(text('url'))}"></a></figure>`
    case 'embed':
      return `<figure class="kg-embed-card">${text('html') || escapeXml(text('url'))}</figure>`
    case 'html':
    case 'card-html':
      return text('html')
    case 'code':
    case 'codeblock':
      return (
        `<pre><code class="language-${escapeXml(text('language'))}">${escapeXml(text('code'))}` +
        '</code></pre>'
      )
    case 'callout':
      return (
        `<div class="kg-callout-card"><div class="kg-callout-emoji">${text('calloutEmoji')}` +
        `</div><div class="kg-callout-text">${text('calloutText')}</div></div>`
      )
    case 'toggle':
      return `<details><summary>${text('heading')}</summary>${text('content')}</details>`
    case 'button':
      return `<p><a href="${escapeXml(text('buttonUrl'))}">${escapeXml(text('buttonText'))}</a></p>`
    case 'video':
    case 'audio':
    case 'file':
      return (
        `<div class="kg-${name}-card"><a href="${escapeXml(text('src'))}">` +
        `${escapeXml(text('title') || text('fileTitle') || text('fileName'))}</a></div>`
      )
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'paywall':
      return ''
    default:
      return undefined
  }
}
