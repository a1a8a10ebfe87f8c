import { element } from '@/components/editor/element'
import type { PreviewState } from '@/components/editor/link-cards/model/preview-states'
import { withCardOverrides } from '@/lib/link-previews/extract/card-overrides'
import type { LinkCardText } from '@/lib/markdown/card-line'
import type { LinkCardPreview } from './card-services'

/**
 * Draws the content of a card: the preview as on the page (components/link-previews), a
 * placeholder, or the plain link.
 */
export function drawPreview(
  card: LinkCardText,
  state: PreviewState<LinkCardPreview>,
  retry: () => void,
): HTMLElement {
  if (state.step === 'failed') return drawFailure(card.url, state.reason, retry)
  const preview = state.step === 'done' ? state.preview : state.before
  return preview ? drawCard(withCardOverrides(preview, card)) : drawSkeleton(card.url)
}

function drawCard({ title, description, image, favicon, siteName }: LinkCardPreview): HTMLElement {
  return element(
    'div',
    { class: 'link-card font-sans' },
    element(
      'div',
      { class: 'link-card-body' },
      element('span', { class: 'link-card-title font-serif font-medium', dir: 'auto' }, title),
      description === ''
        ? undefined
        : element(
            'span',
            { class: 'link-card-description text-muted text-small', dir: 'auto' },
            description,
          ),
      element(
        'span',
        { class: 'editor-card-site' },
        favicon === '' ? undefined : picture('link-card-icon', favicon, 16, 16),
        element('bdi', {}, siteName),
      ),
    ),
    image === ''
      ? undefined
      : element('span', { class: 'link-card-image' }, picture('', image, 240, 126)),
  )
}

function picture(name: string, src: string, width: number, height: number): HTMLElement {
  return element('img', {
    class: name,
    src,
    width: `${width}`,
    height: `${height}`,
    alt: '',
    draggable: 'false',
    referrerpolicy: 'no-referrer',
  })
}

function drawSkeleton(url: string): HTMLElement {
  const bar = (share: string) =>
    element('span', { class: 'editor-card-bar', style: `inline-size: ${share}` })
  return element(
    'div',
    { class: 'link-card font-sans editor-card-skeleton', 'aria-busy': 'true' },
    element(
      'div',
      { class: 'link-card-body' },
      bar('70%'),
      bar('90%'),
      element('span', { class: 'editor-card-site' }, plainLink(url)),
    ),
  )
}

function drawFailure(url: string, reason: string, retry: () => void): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'editor-card-retry', title: reason },
    'Retry',
  )
  button.addEventListener('click', retry)
  return element(
    'div',
    { class: 'editor-card-failure font-sans' },
    plainLink(url),
    element('span', { class: 'editor-card-reason' }, reason),
    button,
  )
}

/** A link in the text. Ctrl and a click follow it, as is common in editors. */
function plainLink(url: string): HTMLElement {
  const link = element(
    'a',
    { href: url, rel: 'noreferrer', target: '_blank', tabindex: '-1', draggable: 'false' },
    url,
  )
  link.addEventListener('click', (event) => {
    if (!(event.ctrlKey || event.metaKey)) event.preventDefault()
  })
  return link
}
