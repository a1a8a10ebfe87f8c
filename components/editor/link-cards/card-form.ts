import { element } from '@/components/editor/element'
import type { LinkCardText } from '@/lib/markdown/card-line'

type Page = { title: string; description: string }

let formCount = 0

/**
 * A form to edit a card's text, in place of the card. Writes only texts that differ from the page's
 * metadata.
 * @param page the metadata of the linked page
 */
export function cardForm(
  card: LinkCardText,
  page: Page,
  end: (changed: LinkCardText | undefined) => void,
): HTMLFormElement {
  const id = `card-form-${++formCount}`
  const title = element('input', {
    id: `${id}-title`,
    value: card.title ?? page.title,
    placeholder: page.title,
    maxlength: '300',
    autocomplete: 'off',
  })
  const description = element(
    'textarea',
    { id: `${id}-description`, rows: '2', maxlength: '600' },
    card.description ?? page.description,
  )
  const cancel = element('button', { type: 'button', class: 'admin-link' }, 'Cancel')
  const form = element(
    'form',
    { class: 'editor-card-form', 'aria-label': 'Words of the card' },
    element('label', { for: title.id }, 'Title'),
    title,
    element('label', { for: description.id }, 'Description'),
    description,
    element('div', {}, element('button', { class: 'admin-button' }, 'Save'), cancel),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Keeps the event from the surrounding form of the post.
    event.stopPropagation()
    end(withWords(card, page, { title: title.value, description: description.value }))
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    end(undefined)
  })
  cancel.addEventListener('click', () => end(undefined))
  return form
}

function withWords({ url, image }: LinkCardText, page: Page, typed: Page): LinkCardText {
  const [title, description] = [
    typed.title.replace(/\s+/g, ' ').trim(),
    typed.description.replace(/\s+/g, ' ').trim(),
  ]
  return {
    url,
    image,
    ...(title !== '' && title !== page.title && { title }),
    ...(description !== page.description && { description }),
  }
}
