import { useId } from 'react'
import type { EditorTexts } from '@/components/editor/texts'
import type { LinkCardText } from '@/lib/markdown/card-line'

type Page = { title: string; description: string }

const selectText = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}

/** A form to edit a card's text. Writes only texts that differ from the page's metadata. */
export function CardForm({
  card,
  page,
  t,
  end,
}: {
  card: LinkCardText
  page: Page
  t: EditorTexts
  end: (changed: LinkCardText | undefined) => void
}) {
  const id = useId()
  return (
    <form
      className="editor-card-form"
      aria-label={t('cards.form.label')}
      onSubmit={(event) => {
        event.preventDefault()
        // Keeps the event from the surrounding form of the post.
        event.stopPropagation()
        end(withWords(card, page, new FormData(event.currentTarget)))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        end(undefined)
      }}
    >
      <label htmlFor={`${id}-title`}>{t('cards.form.title')}</label>
      <input
        ref={selectText}
        id={`${id}-title`}
        name="title"
        defaultValue={card.title ?? page.title}
        placeholder={page.title}
        maxLength={300}
        autoComplete="off"
      />
      <label htmlFor={`${id}-description`}>{t('cards.form.description')}</label>
      <textarea
        id={`${id}-description`}
        name="description"
        rows={2}
        maxLength={600}
        defaultValue={card.description ?? page.description}
      />
      <div>
        <button type="submit" className="admin-button">
          {t('cards.form.save')}
        </button>
        <button type="button" className="admin-link" onClick={() => end(undefined)}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

function withWords({ url, image }: LinkCardText, page: Page, typed: FormData): LinkCardText {
  const read = (name: string) => String(typed.get(name)).replace(/\s+/g, ' ').trim()
  const title = read('title')
  const description = read('description')
  return {
    url,
    image,
    ...(title !== '' && title !== page.title && { title }),
    ...(description !== page.description && { description }),
  }
}
