'use client'
import { useTranslations } from 'next-intl'
import {
  type InputHTMLAttributes,
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
 * The form for a comment, a reply or an edit. With JavaScript, it sends without a page load and
 * keeps a draft. Otherwise, the API redirects to the page of the new comment.
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
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const stamp = useRef<FormStamp>(undefined)
  const [state, setState] = useState<'writing' | 'sending' | 'retry'>('writing')
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

  /** Fills in the name of the signed-in staff member, unless another name was entered. */
  const applyStaff = useCallback((found: StaffWriter) => {
    setStaff(found)
    const input = form.current?.querySelector<HTMLInputElement>('[name="author_name"]')
    if (!input || !['', readStored('author')?.name].includes(input.value)) return
    input.value = found.name
    setAuthorName(found.name)
  }, [])

  useEffect(() => {
    if (!form.current) return
    // Errors are shown beside the fields instead of in the browser's bubbles.
    form.current.noValidate = true
    const author = readStored('author')
    const name = fillField(form.current, 'author_name', author?.name)
    fillField(form.current, 'author_email', author?.email)
    const content = fillField(form.current, 'content')
    const stored = isEdit ? undefined : readStored(draft)
    if (stored) {
      attempt.current = stored.attempt
      if (content && !content.value) content.value = stored.content
      void ensureStamp(stamp, applyStaff)
    }
    if (isOpened) (name?.value === '' ? name : content)?.focus()
  }, [draft, applyStaff, isEdit, isOpened])

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
      setState(isOpen ? 'retry' : 'writing')
      setFaults(Object.fromEntries(errors.map((error) => [error.field, error.message])))
      // Errors beside the fields are not repeated in the API's message.
      setMessage(errors.length > 0 ? '' : (detail ?? t('connectionLost')))
      setPreviewed(undefined)
    })
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  function request(content: string, author: { author_name: string; author_email: string }) {
    if (edited)
      return sendComment(
        'PATCH',
        `/api/comments/${edited.id}`,
        { Authorization: `Bearer ${edited.token}` },
        JSON.stringify({ content }),
      )
    const fields = { slug, content, ...author, parent_id: parentId }
    const body = JSON.stringify(fields)
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey() }
    storeDraft()
    // The honeypot and the stamp are not part of the body that identifies a retry.
    return sendComment(
      'POST',
      '/api/comments',
      { 'Idempotency-Key': attempt.current.key },
      JSON.stringify({ ...fields, website: typed('website'), stamp: stamp.current?.text }),
    )
  }

  /** Resets the form after success. Only the author's name and address are kept. */
  function resetForm(author: { name: string; email: string }) {
    store(draft, undefined)
    if (author.name !== staff?.name) store('author', author)
    attempt.current = undefined
    stamp.current = undefined
    const input = field('content')
    if (input) input.value = ''
    setState('writing')
    setPreviewed(undefined)
  }

  async function send() {
    if (state === 'sending') return
    const content = typed('content')
    const [author_name, author_email] = [typed('author_name'), typed('author_email')]
    setState('sending')
    setFaults({})
    setMessage('')
    if (content.trim() && author_name.trim()) onSending?.({ content, author_name })
    const result = await request(content, { author_name, author_email })
    if ('refusal' in result) {
      showRefusal(result.refusal)
      return
    }
    const { comment, location: permalink } = result
    rememberComment({ ...comment, content }, edited?.token ?? comment.edit_token)
    if (!isEdit) resetForm({ name: author_name, email: author_email })
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
          {/* Honeypot: invisible and unreachable for people, but filled in by bots. */}
          <input
            name="website"
            className="comment-trap"
            aria-hidden
            tabIndex={-1}
            autoComplete="off"
          />
          <div className="comment-author">
            <FormField
              id={`${id}n`}
              name="author_name"
              label={t('name')}
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
              label={t('email')}
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

function fillField(form: HTMLFormElement, name: string, value = '') {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!input) return undefined
  // Spell checkers use `lang`: the text is in the language of the blog, not of the interface.
  if (name !== 'author_email') input.lang = document.documentElement.lang
  if (!input.value) input.value = value
  return input
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

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  name: string
  label: string
  mark?: ReactNode
  hint?: string
  fault: string | undefined
}

function FormField({ label, mark, hint, fault, ...input }: FieldProps) {
  return (
    <div className="comment-field">
      <label htmlFor={input.id}>
        {label}
        {mark} {hint && <small>{hint}</small>}
      </label>
      <input {...input} {...errorCodeOf(input.id, fault)} />
      <Fault of={input.id} text={fault} />
    </div>
  )
}

/** Returns the ARIA attributes that associate a field with its error. */
function errorCodeOf(id: string, fault: string | undefined) {
  return { 'aria-invalid': fault ? true : undefined, 'aria-describedby': fault && `${id}-fault` }
}

function Fault({ of, text }: { of: string; text: string | undefined }) {
  return (
    text && (
      <p id={`${of}-fault`} className="comment-fault">
        {text}
      </p>
    )
  )
}

/** Signed time of the first input in a form. The server issues it, because the page is static. */
type FormStamp = { text?: string | undefined; at: number }

/** Age in milliseconds after which a stamp is renewed, well below its lifetime of a day. */
const stampMsMax = 6 * 3_600_000

/**
 * Fetches a stamp if there is no recent one. A comment without a stamp is accepted too.
 * @param onStaff called with the signed-in staff member, if any
 */
async function ensureStamp(
  cached: { current: FormStamp | undefined },
  onStaff: (staff: StaffWriter) => void,
): Promise<void> {
  if (cached.current && Date.now() - cached.current.at < stampMsMax) return
  const stamp: FormStamp = { at: Date.now() }
  cached.current = stamp
  try {
    const body = await (await fetch('/api/comment-stamp')).json()
    stamp.text = body.stamp
    if (body.staff) onStaff(body.staff)
  } catch {
    cached.current = undefined
  }
}
