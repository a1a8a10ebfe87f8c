import { useTranslations } from 'next-intl'
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { Honeypot } from '@/components/comments/honeypot'
import { commentLimits } from '@/lib/comments/comment'
import { countedBelow } from './characters-left'
import { threadLanguage } from './thread-language'

/** The heading of the form, or the notice that comments are closed. */
export const FormHeading = ({ isClosed }: { isClosed: boolean }) => (
  <h3 className="mt-14 mb-5 font-medium text-heading tracking-tight print:hidden">
    {useTranslations('ownComments')(isClosed ? 'closed' : 'write')}
  </h3>
)

/** The purpose of the form. */
export type FormPurpose = {
  slug: string
  parentId?: number | undefined
  /** The heading of a reply. */
  title?: string | undefined
  /** True if replies are notified by mail. */
  notifiesReplies?: boolean | undefined
  /** Called to close the form; absent for a permanent form. */
  onCancel?: () => void
}

type Props = FormPurpose & {
  /** The text to edit; without it, the form adds a comment. */
  edited?: string | undefined
  authorName?: string | undefined
  /** The mark beside a staff member's name. */
  mark?: ReactNode
  toolbar?: ReactNode
  /** The error of each field. */
  errors?: Record<string, string>
  message?: string
  state?: 'writing' | 'sending' | 'retry'
  /** The number of characters left. */
  left?: number
  previewed?: ReactNode
  isPreviewing?: boolean
  togglePreview?: () => void
  form?: ComponentProps<'form'>
}

/**
 * The markup of the form. Rendered on the server, it is a plain form: the API accepts it and
 * redirects to the new comment's page.
 */
export function CommentFormFields({
  slug,
  parentId,
  title,
  notifiesReplies,
  onCancel,
  edited,
  authorName,
  mark,
  toolbar,
  errors = {},
  message,
  state = 'writing',
  left = commentLimits.contentLengthMax,
  previewed,
  isPreviewing = false,
  togglePreview,
  form,
}: Props) {
  const t = useTranslations('commentForm')
  const id = useId()
  const isEdit = edited !== undefined
  const submitKey = isEdit ? 'save' : parentId ? 'submitReply' : 'submit'
  const errorTexts = Object.values(errors)
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
          <Honeypot />
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
          // Matches `:placeholder-shown`, which aligns an empty field with the page.
          placeholder=" "
          dir="auto"
          hidden={previewed !== undefined}
          defaultValue={edited}
          {...errorAttributes(`${id}c`, errors.content, `${id}h`)}
        />
        {previewed && (
          // The preview is in the language of the thread, which may differ from that of the form.
          <section
            className="comment-preview prose prose-comment"
            aria-label={t('preview')}
            lang={threadLanguage()}
            dir="auto"
            tabIndex={0}
          >
            {previewed}
          </section>
        )}
        <FieldError of={`${id}c`} text={errors.content} />
        <div className="comment-hint">
          {toolbar}
          <ContentHint id={`${id}h`} left={left} />
        </div>
      </div>
      {/* Hidden visually if the fields show the same errors. */}
      <p role="status" className={errorTexts.length > 0 ? 'sr-only' : 'comment-message'}>
        {errorTexts.join(' ') || message}
      </p>
      <p className="comment-buttons">
        <button type="submit" aria-disabled={state === 'sending'}>
          {t(state === 'writing' ? submitKey : state)}
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

/** The hint below the text: the syntax, or the number of characters left. */
function ContentHint({ id, left }: { id: string; left: number }) {
  const t = useTranslations('commentForm')
  return left >= countedBelow ? (
    <small id={id} data-syntax>
      {t('contentHint')}
    </small>
  ) : (
    <small id={id}>
      {t(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) })}
    </small>
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

/** Returns the ARIA attributes that associate a field with its error, or else its hint. */
function errorAttributes(id: string, error: string | undefined, hintId?: string) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hintId,
  }
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
