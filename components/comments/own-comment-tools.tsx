import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { forgetComment, type OwnComment } from './browser-store'
import { CommentForm, type PreviewComment } from './comment-form'
import { sendComment } from './send-comment'

type Props = {
  id: number
  own: OwnComment
  slug: string
  preview: PreviewComment
  /** `before` is the element to focus after a deletion. */
  onChanged: (change: { text: string; id: number; before?: HTMLElement | undefined }) => void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Buttons to edit and delete a comment written in this browser. */
export function OwnCommentTools({ id, own, slug, preview, onChanged }: Props) {
  const t = useTranslations('ownComments')
  const form = useTranslations('commentForm')
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const isEditable = open === 'edit' || own.until > Date.now()
  const [message, setMessage] = useState('')
  const edit = useRef<HTMLButtonElement>(null)
  const remove = useRef<HTMLButtonElement>(null)

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

  return (
    <>
      {isEditable && (
        <button
          ref={edit}
          type="button"
          aria-expanded={open === 'edit'}
          onClick={() => setOpen(open === 'edit' ? undefined : 'edit')}
        >
          {t('edit')}
        </button>
      )}
      <button
        ref={remove}
        type="button"
        aria-expanded={open === 'delete'}
        onClick={() => setOpen(open === 'delete' ? undefined : 'delete')}
      >
        {t('delete')}
      </button>
      {open === 'edit' && (
        <CommentForm
          slug={slug}
          edited={{ id, ...own }}
          preview={preview}
          onSent={({ status }) => {
            onChanged({ text: t(status === 'pending' ? 'changePending' : 'changed'), id })
            setOpen(undefined)
          }}
          onCancel={() => {
            setOpen(undefined)
            edit.current?.focus()
          }}
        />
      )}
      {open === 'delete' && (
        <fieldset aria-label={t('deleteLabel')} className="comment-confirm">
          <span role="status">{message || t('confirmDeletion')}</span>
          <button type="button" onClick={() => void deleteComment()}>
            {t('confirm')}
          </button>
          <button
            type="button"
            ref={focus}
            onClick={() => {
              setOpen(undefined)
              setMessage('')
              remove.current?.focus()
            }}
          >
            {form('cancel')}
          </button>
        </fieldset>
      )}
    </>
  )
}
