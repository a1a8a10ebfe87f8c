'use client'
import { useTranslations } from 'next-intl'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useTransition,
} from 'react'
import { flushSync } from 'react-dom'
import {
  type Attempt,
  type OwnComment,
  readStored,
  rememberComment,
  type StaffWriter,
  store,
} from './browser-store'
import { errorCodeOf, Fault, FormField, TrapField } from './form-field'
import { ensureStamp, type FormStamp } from './form-stamp'
import { newKey, type Refusal, type SentComment, sendComment } from './send-comment'
import { StaffMark } from './staff-mark'

export type PreviewComment = (content: string) => Promise<ReactNode>

type Props = {
  slug: string
  parentId?: number | undefined
  /** The reader's own comment to edit; without it, the form adds a comment. */
  edited?: OwnComment & { id: number }
  preview: PreviewComment
  /** True if replies are notified by mail. */
  tellsReplies?: boolean | undefined
  /** The signed-in staff member, on dynamic pages. */
  staff?: StaffWriter | undefined
  /** Called with the comment while it is being sent, and with undefined if it was rejected. */
  onSending?: (comment: { author_name: string; content: string } | undefined) => void
  /** Called after success. Without it, the browser opens the comment. */
  onSent?: (comment: SentComment, location: string | null) => void
  /** Called to close the form; absent for a permanent form. */
  onCancel?: () => void
}

/**
 * The form for a comment, a reply or an edit. Without JavaScript, it is a plain form that posts to
 * the API and redirects to the page of the new comment. With JavaScript, it sends without a page
 * load and keeps a draft.
 */
export function CommentForm({
  slug,
  parentId,
  edited,
  preview,
  tellsReplies,
  staff: signedIn,
  onSending,
  onSent,
  onCancel,
}: Props) {
  const t = useTranslations('commentForm')
  const labels: Record<string, string> & { author_name: string; author_email: string } = {
    author_name: t('name'),
    author_email: t('email'),
    content: t('content'),
  }
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const stamp = useRef<FormStamp>(undefined)
  const [state, setState] = useState<State>('writing')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [message, setMessage] = useState('')
  const [previewed, setPreviewed] = useState<ReactNode>()
  const [isPreviewing, startPreview] = useTransition()
  const [staff, setStaff] = useState(signedIn)
  const [authorName, setAuthorName] = useState(signedIn?.name)
  const draft = `draft:${slug}${parentId ? `:${parentId}` : ''}` as const
  const isOpened = onCancel !== undefined
  const isEdit = edited !== undefined

  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const typed = (name: string) => field(name)?.value ?? ''

  /**
   * Uses the name of the signed-in staff member, unless another name was entered. After the session
   * has ended, the name is removed.
   */
  const applyStaff = useCallback((found: StaffWriter | undefined) => {
    const remembered = readStored('staff')
    store('staff', found)
    setStaff(found)
    const input = form.current?.querySelector<HTMLInputElement>('[name="author_name"]')
    if (!input) return
    if (found && ['', readStored('author')?.name].includes(input.value)) input.value = found.name
    if (!found && input.value === remembered?.name) input.value = readStored('author')?.name ?? ''
    setAuthorName(input.value)
  }, [])

  const restoreDraft = useCallback(
    (content: HTMLInputElement | undefined) => {
      const [stored, remembered] = [readStored(draft), readStored('staff')]
      attempt.current = stored?.attempt
      if (content && !content.value) content.value = stored?.content ?? ''
      if (remembered) applyStaff(remembered)
      if (stored || remembered) void ensureStamp(stamp, applyStaff)
    },
    [draft, applyStaff],
  )

  useEffect(() => {
    if (!form.current) return
    // Errors are shown beside the fields instead of in the browser's bubbles.
    form.current.noValidate = true
    const author = readStored('author')
    const name = fillField(form.current, 'author_name', author?.name)
    fillField(form.current, 'author_email', author?.email)
    const content = fillField(form.current, 'content')
    if (!isEdit) restoreDraft(content)
    if (isOpened) (name?.value === '' ? name : content)?.focus()
  }, [restoreDraft, isEdit, isOpened])

  function handleInput({ target }: { target: EventTarget }) {
    storeDraft()
    if (target === field('author_name')) setAuthorName(typed('author_name'))
    if ('name' in target) setFaults(({ [String(target.name)]: _, ...others }) => others)
  }

  function storeDraft() {
    if (!isEdit)
      store(
        draft,
        typed('content') ? { content: typed('content'), attempt: attempt.current } : undefined,
      )
  }

  function showRefusal({ detail, errors, isOpen }: Refusal) {
    onSending?.(undefined)
    flushSync(() => {
      setState(isOpen ? 'unanswered' : 'writing')
      setFaults(Object.fromEntries(errors.map((error) => [error.field, error.message])))
      // Errors beside the fields are not repeated in the API's message.
      setMessage(errors.length > 0 ? '' : (detail ?? t('connectionLost')))
      setPreviewed(undefined)
    })
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  function post(body: string) {
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey() }
    storeDraft()
    // The honeypot and the stamp are not part of the body that identifies a retry.
    const request = { ...JSON.parse(body), website: typed('website'), stamp: stamp.current?.text }
    return sendComment(
      'POST',
      '/api/comments',
      { 'Idempotency-Key': attempt.current.key },
      JSON.stringify(request),
    )
  }

  /** Resets the form after success. Only the author's name and address are kept. */
  function resetForm(author: { name: string; email: string }) {
    store(draft, undefined)
    if (author.name !== staff?.name) store('author', author)
    attempt.current = undefined
    stamp.current = undefined
    const contentField = field('content')
    if (contentField) contentField.value = ''
    setState('writing')
    setPreviewed(undefined)
  }

  async function send() {
    if (state === 'sending') return
    const [content, author_name, author_email] = [
      typed('content'),
      typed('author_name'),
      typed('author_email'),
    ]
    setState('sending')
    setFaults({})
    setMessage('')
    if (content.trim() && author_name.trim()) onSending?.({ content, author_name })
    const result = edited
      ? await sendEdit(edited, content)
      : await post(
          JSON.stringify({ slug, content, author_name, author_email, parent_id: parentId }),
        )
    if ('refusal' in result) {
      showRefusal(result.refusal)
      return
    }
    const { comment, location: permalink } = result
    rememberComment({ ...comment, content }, edited?.token ?? comment.edit_token)
    if (!isEdit) resetForm({ name: author_name, email: author_email })
    finish(comment, permalink)
  }

  function finish(comment: SentComment, permalink: string | null) {
    if (onSent) onSent(comment, permalink)
    else location.assign(permalink ?? location.href)
  }

  function togglePreview() {
    if (isPreviewing) return
    if (previewed) {
      setPreviewed(undefined)
      return
    }
    startPreview(async () => {
      try {
        setPreviewed(await preview(typed('content')))
      } catch {
        setMessage(t('previewFailed'))
      }
    })
  }

  const faultTexts = Object.values(faults)
  const submitKey = isEdit ? 'save' : parentId ? 'submitReply' : 'submit'
  return (
    <form
      ref={form}
      method="post"
      action="/api/comments"
      className={isEdit ? 'comment-form comment-edit' : 'comment-form'}
      onFocus={() => {
        if (!isEdit) void ensureStamp(stamp, applyStaff)
      }}
      onInput={handleInput}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.()
      }}
    >
      {!isEdit && (
        <>
          <input type="hidden" name="slug" value={slug} />
          {parentId && <input type="hidden" name="parent_id" value={parentId} />}
          <TrapField />
          <div className="comment-author">
            <FormField
              id={`${id}n`}
              name="author_name"
              label={labels.author_name}
              mark={staff && staff.name === authorName && <StaffMark role={staff.role} />}
              defaultValue={signedIn?.name}
              autoComplete="name"
              required
              fault={faults.author_name}
            />
            <FormField
              id={`${id}e`}
              name="author_email"
              type="email"
              label={labels.author_email}
              hint={t(tellsReplies ? 'emailHintReplies' : 'emailHint')}
              autoComplete="email"
              fault={faults.author_email}
            />
          </div>
        </>
      )}
      <div className="comment-field">
        <div className="comment-label">
          <label htmlFor={`${id}c`}>{t('content')}</label>
          <button
            type="button"
            className="needs-script"
            aria-pressed={previewed !== undefined}
            aria-disabled={isPreviewing}
            onClick={togglePreview}
          >
            {t('preview')}
          </button>
        </div>
        <textarea
          id={`${id}c`}
          name="content"
          rows={6}
          required
          dir="auto"
          hidden={previewed !== undefined}
          defaultValue={edited?.content}
          {...errorCodeOf(`${id}c`, faults.content)}
        />
        {previewed && <CommentPreview label={t('preview')}>{previewed}</CommentPreview>}
        <Fault of={`${id}c`} text={faults.content} />
        <small>{t('contentHint')}</small>
      </div>
      <p role="status" className={faultTexts.length > 0 ? 'sr-only' : 'comment-message'}>
        {faultTexts.join(' ') || message}
      </p>
      <FormButtons state={state} submitKey={submitKey} onCancel={onCancel} />
    </form>
  )
}

type State = 'writing' | 'sending' | 'unanswered'
type ButtonProps = {
  state: State
  submitKey: 'save' | 'submitReply' | 'submit'
  onCancel: (() => void) | undefined
}

function FormButtons({ state, submitKey, onCancel }: ButtonProps) {
  const t = useTranslations('commentForm')
  return (
    <p className="comment-buttons">
      <button type="submit" aria-disabled={state === 'sending'}>
        {t(state === 'sending' ? 'sending' : state === 'unanswered' ? 'retry' : submitKey)}
      </button>
      {onCancel && (
        <button type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      )}
    </p>
  )
}

function fillField(form: HTMLFormElement, name: string, value = '') {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!input) return undefined
  // Spell checkers use `lang`: the text is in the language of the blog, not of the interface.
  if (name !== 'author_email') input.lang = document.documentElement.lang
  if (!input.value) input.value = value
  return input
}

const sendEdit = ({ id, token }: { id: number; token: string }, content: string) =>
  sendComment(
    'PATCH',
    `/api/comments/${id}`,
    { Authorization: `Bearer ${token}` },
    JSON.stringify({ content }),
  )

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
