import { useTranslations } from 'next-intl'
import type { ComponentProps, InputHTMLAttributes, ReactNode } from 'react'
import { CommentTrap } from '@/components/comments/comment-trap'
import { commentLimits } from '@/lib/comments/comment'

/** The heading of the form, or the notice that comments are closed. */
export const FormHeading = ({ isClosed }: { isClosed: boolean }) => (
  <h3 className="mt-14 mb-5 font-medium text-heading tracking-tight">
    {useTranslations('ownComments')(isClosed ? 'closed' : 'write')}
  </h3>
)

type Props = {
  id: string
  slug: string
  parentId?: number | undefined
  /** The heading of a reply. */
  title?: string | undefined
  /** The text to edit; without it, the form adds a comment. */
  edited?: string | undefined
  /** True if replies are notified by mail. */
  notifiesReplies?: boolean | undefined
  authorName?: string | undefined
  /** The mark beside a staff member's name. */
  mark?: ReactNode
  toolbar?: ReactNode
  /** The error of each field. */
  errors?: Record<string, string>
  message?: string
  /** Hides the message visually, because the fields show the same errors. */
  isMessageHidden?: boolean
  submitText: string
  isSending?: boolean
  /** The number of characters left. */
  left?: number
  previewed?: ReactNode
  isPreviewing?: boolean
  togglePreview?: () => void
  onCancel?: (() => void) | undefined
  form?: ComponentProps<'form'>
}

/**
 * The markup of the form. Rendered on the server, it is a plain form: the API accepts it and
 * redirects to the new comment's page.
 */
export function CommentFormFields({
  id,
  slug,
  parentId,
  title,
  edited,
  notifiesReplies,
  authorName,
  mark,
  toolbar,
  errors = {},
  message,
  isMessageHidden,
  submitText,
  isSending = false,
  left = commentLimits.contentLengthMax,
  previewed,
  isPreviewing = false,
  togglePreview,
  onCancel,
  form,
}: Props) {
  const t = useTranslations('commentForm')
  const isEdit = edited !== undefined
  return (
    <form
      method="post"
      action="/api/comments"
      className={isEdit ? 'comment-form comment-edit' : 'comment-form'}
      {...form}
    >
      <p className="comment-form-title">{title}</p>
      {!isEdit && (
        <>
          <input type="hidden" name="slug" value={slug} />
          {parentId && <input type="hidden" name="parent_id" value={parentId} />}
          <CommentTrap />
          <div className="comment-author">
            <FormField
              id={`${id}n`}
              name="author_name"
              label={t('name')}
              mark={mark}
              defaultValue={authorName}
              autoComplete="name"
              required
              error={errors.author_name}
            />
            <FormField
              id={`${id}e`}
              name="author_email"
              type="email"
              label={t('email')}
              hint={t(notifiesReplies ? 'emailHintReplies' : 'emailHint')}
              autoComplete="email"
              error={errors.author_email}
            />
          </div>
        </>
      )}
      <div className="comment-field">
        <div className="comment-label">
          <label htmlFor={`${id}c`}>{t('content')}</label>
          {togglePreview && (
            <button
              type="button"
              className="needs-script"
              aria-pressed={previewed !== undefined}
              aria-disabled={isPreviewing}
              onClick={togglePreview}
            >
              {t('preview')}
            </button>
          )}
        </div>
        <textarea
          id={`${id}c`}
          name="content"
          rows={6}
          required
          dir="auto"
          hidden={previewed !== undefined}
          defaultValue={edited}
          {...errorAttributes(`${id}c`, errors.content)}
        />
        {previewed && <CommentPreview label={t('preview')}>{previewed}</CommentPreview>}
        <FieldError of={`${id}c`} text={errors.content} />
        <div className="comment-hint">
          {toolbar}
          <ContentHint left={left} />
        </div>
      </div>
      <p role="status" className={isMessageHidden ? 'sr-only' : 'comment-message'}>
        {message}
      </p>
      <p className="comment-buttons">
        <button type="submit" aria-disabled={isSending}>
          {submitText}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </p>
    </form>
  )
}

/** Preview of a comment in the language of the blog, which may differ from that of the form. */
function CommentPreview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className="comment-preview prose prose-comment"
      aria-label={label}
      lang={document.documentElement.lang}
      dir="auto"
      tabIndex={0}
    >
      {children}
    </section>
  )
}

/** The form shows the number of characters left when it is below this one. */
const countedBelow = 500

/** The hint below the text: the syntax, or the number of characters left. */
function ContentHint({ left }: { left: number }) {
  const t = useTranslations('commentForm')
  return left >= countedBelow ? (
    <small data-syntax>{t('contentHint')}</small>
  ) : (
    <small>{t(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) })}</small>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  name: string
  label: string
  mark?: ReactNode
  hint?: string
  error: string | undefined
}

function FormField({ label, mark, hint, error, ...input }: FieldProps) {
  return (
    <div className="comment-field">
      <label htmlFor={input.id}>
        {label}
        {mark} {hint && <small>{hint}</small>}
      </label>
      <input {...input} {...errorAttributes(input.id, error)} />
      <FieldError of={input.id} text={error} />
    </div>
  )
}

/** Returns the ARIA attributes that associate a field with its error. */
function errorAttributes(id: string, error: string | undefined) {
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': error && `${id}-error` }
}

function FieldError({ of, text }: { of: string; text: string | undefined }) {
  return (
    text && (
      <p id={`${of}-error`} className="comment-error">
        {text}
      </p>
    )
  )
}
