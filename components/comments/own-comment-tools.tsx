import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { forgetComment, type OwnComment } from './browser-store'
import { CommentForm, type PreviewComment } from './comment-form'
import { sendComment } from './send-comment'

type Props = {
  id: number
  own: OwnComment
  slug: string
  preview: PreviewComment
  /** The element for the buttons, within the menu of the comment. */
  menu: Element | null
  opened: 'edit' | 'delete' | undefined
  open: (kind: 'edit' | 'delete' | undefined) => void
  /** `before` is the element to focus after a deletion. */
  onChanged: (change: { text: string; id: number; before?: HTMLElement | undefined }) => void
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Buttons to edit and delete a comment written in this browser. */
export function OwnCommentTools({ id, own, slug, preview, menu, opened, open, onChanged }: Props) {
  const t = useTranslations('ownComments')
  const form = useTranslations('commentForm')
  const isEditable = opened === 'edit' || own.until > Date.now()
  const [message, setMessage] = useState('')

  function close() {
    open(undefined)
    setMessage('')
    if (menu?.previousElementSibling instanceof HTMLElement) menu.previousElementSibling.focus()
  }

  async function deleteComment() {
    setMessage(t('deleting'))
    const result = await sendComment('DELETE', `/api/comments/${id}`, {
      Authorization: `Bearer ${own.token}`,
    })
    if ('failure' in result) {
      setMessage(result.failure.detail ?? form('connectionLost'))
      return
    }
    const comments = [...document.querySelectorAll<HTMLElement>('.comment')]
    forgetComment(id)
    onChanged({
      text: t('deleted'),
      id,
      before: comments[comments.findIndex((one) => one.id === `comment-${id}`) - 1],
    })
  }

  const kinds = isEditable ? (['edit', 'delete'] as const) : (['delete'] as const)
  return (
    <>
      {menu &&
        createPortal(
          kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-expanded={opened === kind}
              onClick={() => open(opened === kind ? undefined : kind)}
            >
              {t(kind)}
            </button>
          )),
          menu,
        )}
      {opened === 'edit' && (
        <CommentForm
          slug={slug}
          edited={{ id, ...own }}
          preview={preview}
          onSent={({ status }) => {
            onChanged({ text: t(status === 'pending' ? 'changePending' : 'changed'), id })
            open(undefined)
          }}
          onCancel={close}
        />
      )}
      {opened === 'delete' && (
        <fieldset aria-label={t('deleteLabel')} className="comment-confirm">
          <span role="status">{message || t('confirmDeletion')}</span>
          <button type="button" onClick={() => void deleteComment()}>
            {t('confirm')}
          </button>
          <button type="button" ref={focus} onClick={close}>
            {form('cancel')}
          </button>
        </fieldset>
      )}
    </>
  )
}
