'use client'
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
import { CommentPreview } from './comment-preview'
import { errorCodeOf, Fault, FormField, TrapField } from './form-field'
import { type FormStamp, touchForm } from './form-stamp'
import { newKey, type Refusal, type SentComment, sendComment } from './send-comment'
import { StaffMark } from './staff-mark'

export type PreviewComment = (content: string) => Promise<ReactNode>

const labels: Record<string, string> & {
  [name in 'author_name' | 'author_email' | 'content']: string
} = {
  author_name: 'Name',
  author_email: 'E-mail',
  content: 'Comment',
}

type Props = {
  slug: string
  parentId?: number | undefined
  /** A comment of one's own to change; without it a new one is written. */
  edited?: OwnComment & { id: number }
  preview: PreviewComment
  /** Whether replies are told by mail. */
  tellsReplies?: boolean | undefined
  /** Who is signed in, where the page is made for each request. */
  staff?: StaffWriter | undefined
  /** Told what is on its way, and undefined when it was refused. */
  onSending?: (comment: { author_name: string; content: string } | undefined) => void
  /** Without it, the reader is taken to the comment. */
  onSent?: (comment: SentComment, location: string | null) => void
  /** Where the form was opened, and can be closed. */
  onCancel?: () => void
}

/**
 * The form for a comment, a reply and an edit. Where no script runs, and until it does, it is a plain form that posts
 * to the API and lands on the page of the new comment; then it sends in place, and loses nothing on the way.
 */
export function CommentForm({
  slug,
  parentId,
  edited,
  preview,
  tellsReplies,
  staff: known,
  onSending,
  onSent,
  onCancel,
}: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const stamp = useRef<FormStamp>(undefined)
  const [state, setState] = useState<'writing' | 'sending' | 'unanswered'>('writing')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [message, setMessage] = useState('')
  const [previewed, setPreviewed] = useState<ReactNode>()
  const [isPreviewing, startPreview] = useTransition()
  const [staff, setStaff] = useState(known)
  const [authorName, setAuthorName] = useState(known?.name)
  const draft = `draft:${slug}${parentId ? `:${parentId}` : ''}` as const
  const isOpened = onCancel !== undefined
  const isEdit = edited !== undefined

  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const typed = (name: string) => field(name)?.value ?? ''

  /** Writes as whoever is signed in, unless another name was typed. A session that has ended takes its name along. */
  const meetStaff = useCallback((found: StaffWriter | undefined) => {
    const remembered = readStored('staff')
    store('staff', found)
    setStaff(found)
    const input = form.current?.querySelector<HTMLInputElement>('[name="author_name"]')
    if (!input) return
    if (found && ['', readStored('author')?.name].includes(input.value)) input.value = found.name
    if (!found && input.value === remembered?.name) input.value = readStored('author')?.name ?? ''
    setAuthorName(input.value)
  }, [])

  useEffect(() => {
    const fill = (name: string, value = '') => {
      const input = form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (!input) return undefined
      // What is typed is in the blog’s language, not in the interface’s: a spell-checker goes by that.
      if (name !== 'author_email') input.lang = document.documentElement.lang
      if (!input.value) input.value = value
      return input
    }
    // What is wrong is said beside the field from now on, not in the browser's bubbles.
    if (form.current) form.current.noValidate = true
    const author = readStored('author')
    const kept = isEdit ? undefined : readStored(draft)
    attempt.current = kept?.attempt
    const name = fill('author_name', author?.name)
    fill('author_email', author?.email)
    const content = fill('content', kept?.content)
    const remembered = isEdit ? undefined : readStored('staff')
    if (remembered) meetStaff(remembered)
    if (kept || remembered) void touchForm(stamp, meetStaff)
    if (isOpened) (name?.value === '' ? name : content)?.focus()
  }, [draft, isEdit, isOpened, meetStaff])

  function noteInput({ target }: { target: EventTarget }) {
    keepDraft()
    if (target === field('author_name')) setAuthorName(typed('author_name'))
    if ('name' in target) setFaults(({ [String(target.name)]: _, ...others }) => others)
  }

  function keepDraft() {
    if (!isEdit)
      store(
        draft,
        typed('content') ? { content: typed('content'), attempt: attempt.current } : undefined,
      )
  }

  function refuse({ detail, errors, isOpen }: Refusal) {
    onSending?.(undefined)
    flushSync(() => {
      setState(isOpen ? 'unanswered' : 'writing')
      setFaults(
        Object.fromEntries(
          errors.map((error) => [
            error.field,
            `${labels[error.field] ?? error.field} ${error.message}.`,
          ]),
        ),
      )
      // What is said beside the fields is not said again, in the API's words.
      setMessage(errors.length > 0 ? '' : detail)
      setPreviewed(undefined)
    })
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  function post(body: string) {
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey() }
    keepDraft()
    // What the judge alone asks for is no part of what makes a retry the same.
    const asked = { ...JSON.parse(body), website: typed('website'), stamp: stamp.current?.text }
    return sendComment(
      'POST',
      '/api/comments',
      { 'Idempotency-Key': attempt.current.key },
      JSON.stringify(asked),
    )
  }

  /** After a comment was sent: nothing of it is kept but who wrote it. */
  function empty(author: { name: string; email: string }) {
    store(draft, undefined)
    if (author.name !== staff?.name) store('author', author)
    attempt.current = undefined
    stamp.current = undefined
    const written = field('content')
    if (written) written.value = ''
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
    const answer = edited
      ? await sendComment(
          'PATCH',
          `/api/comments/${edited.id}`,
          { Authorization: `Bearer ${edited.token}` },
          JSON.stringify({ content }),
        )
      : await post(
          JSON.stringify({ slug, content, author_name, author_email, parent_id: parentId }),
        )
    if ('refusal' in answer) {
      refuse(answer.refusal)
      return
    }
    const { comment, location: permalink } = answer
    rememberComment({ ...comment, content }, edited?.token ?? comment.edit_token)
    if (!isEdit) empty({ name: author_name, email: author_email })
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
        setMessage('The preview could not be loaded. Try again.')
      }
    })
  }

  const faulty = Object.values(faults)
  return (
    <form
      ref={form}
      method="post"
      action="/api/comments"
      className={isEdit ? 'comment-form comment-edit' : 'comment-form'}
      onFocus={() => {
        if (!isEdit) void touchForm(stamp, meetStaff)
      }}
      onInput={noteInput}
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
              defaultValue={known?.name}
              autoComplete="name"
              required
              fault={faults.author_name}
            />
            <FormField
              id={`${id}e`}
              name="author_email"
              type="email"
              label={labels.author_email}
              hint={tellsReplies ? 'optional, never shown, for replies' : 'optional, never shown'}
              autoComplete="email"
              fault={faults.author_email}
            />
          </div>
        </>
      )}
      <div className="comment-field">
        <div className="comment-label">
          <label htmlFor={`${id}c`}>{labels.content}</label>
          <button
            type="button"
            className="needs-script"
            aria-pressed={previewed !== undefined}
            aria-disabled={isPreviewing}
            onClick={togglePreview}
          >
            Preview
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
        {previewed && <CommentPreview>{previewed}</CommentPreview>}
        <Fault of={`${id}c`} text={faults.content} />
        <small>
          Markdown: *emphasis*, **strong**, `code`, &gt; quote, - list, [link](https://…)
        </small>
      </div>
      <p role="status" className={faulty.length > 0 ? 'sr-only' : 'comment-message'}>
        {faulty.join(' ') || message}
      </p>
      <p className="comment-buttons">
        <button type="submit" aria-disabled={state === 'sending'}>
          {state === 'sending'
            ? 'Sending…'
            : state === 'unanswered'
              ? 'Try again'
              : isEdit
                ? 'Save'
                : parentId
                  ? 'Post reply'
                  : 'Post comment'}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}
