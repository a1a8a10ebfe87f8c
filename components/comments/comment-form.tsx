'use client'
import { useTranslations } from 'next-intl'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useTransition,
} from 'react'
import { flushSync } from 'react-dom'
import { newKey } from '@/components/ui/new-key'
import { commentLimits, honeypotName } from '@/lib/comments/comment'
import {
  type Attempt,
  type OwnComment,
  readStored,
  rememberComment,
  type StaffWriter,
  store,
} from './browser-store'
import { charactersLeft } from './characters-left'
import { CommentFormFields, type FormPurpose } from './comment-form-fields'
import { type Failure, type SentComment, sendComment } from './send-comment'
import { StaffMark } from './staff-mark'
import { threadLanguage } from './thread-language'

export type PreviewComment = (content: string) => Promise<ReactNode>

type Props = FormPurpose & {
  /** The reader's own comment to edit; without it, the form adds a comment. */
  edited?: OwnComment & { id: number }
  preview: PreviewComment
  /** The signed-in staff member, on dynamic pages. */
  staff?: StaffWriter | undefined
  /** Called with the comment while it is being sent, and with undefined if it was rejected. */
  onSending?: (comment: { author_name: string; content: string } | undefined) => void
  /** Called after success. Without it, the browser opens the comment. */
  onSent?: (comment: SentComment, location: string | null) => void
}

/**
 * The form for a comment, a reply or an edit. With JavaScript, it sends without a page load and
 * keeps a draft. Otherwise, the API redirects to the page of the new comment.
 */
export function CommentForm({
  edited,
  preview,
  staff: signedIn,
  onSending,
  onSent,
  ...purpose
}: Props) {
  const { slug, parentId, onCancel } = purpose
  const t = useTranslations('commentForm')
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const stamp = useRef<FormStamp>(undefined)
  const [state, setState] = useState<'writing' | 'sending' | 'retry'>('writing')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [message, setMessage] = useState('')
  const [previewed, setPreviewed] = useState<ReactNode>()
  const [isPreviewing, startPreview] = useTransition()
  const [staff, setStaff] = useState(signedIn)
  const [authorName, setAuthorName] = useState(signedIn?.name)
  const [Toolbar, setToolbar] = useState<ComponentType>()
  const [left, setLeft] = useState<number>(commentLimits.contentLengthMax)
  const isEdit = edited !== undefined
  const place = isEdit ? `:edit-${edited.id}` : parentId ? `:${parentId}` : ''
  const draft = `draft:${slug}${place}` as const

  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const fieldValue = (name: string) => field(name)?.value ?? ''

  /** Fills in the name of the signed-in staff member, unless another name was entered. */
  function fillInStaff(found: StaffWriter) {
    setStaff(found)
    const input = field('author_name')
    if (!input || !['', readStored('author')?.name].includes(input.value)) return
    input.value = found.name
    setAuthorName(found.name)
  }

  const start = useEffectEvent(() => {
    if (!form.current) return
    // Errors are shown beside the fields instead of in the browser's bubbles.
    form.current.noValidate = true
    const author = readStored('author')
    const name = fillField(form.current, 'author_name', author?.name)
    fillField(form.current, 'author_email', author?.email)
    const stored = readStored(draft)
    const content = fillField(form.current, 'content', stored?.content)
    if (isEdit && content && stored) content.value = stored.content
    setLeft(charactersLeft(content?.value ?? ''))
    if (stored && !isEdit) {
      attempt.current = stored.attempt
      void ensureStamp(stamp, fillInStaff)
    }
    if (onCancel) (name?.value === '' ? name : content)?.focus()
  })
  useEffect(() => start(), [])

  function handleInput({ target }: { target: EventTarget }) {
    noteContent()
    if (target === field('author_name')) setAuthorName(fieldValue('author_name'))
    if ('name' in target) setErrors(({ [String(target.name)]: _, ...others }) => others)
  }

  /** Stores the text as a draft, and counts its characters. */
  function noteContent() {
    const content = fieldValue('content')
    setLeft(charactersLeft(content))
    const isEmpty = content === (edited?.content ?? '')
    store(draft, isEmpty ? undefined : { content, attempt: attempt.current })
  }

  function showFailure({ detail, fieldErrors, mayRetry }: Failure) {
    onSending?.(undefined)
    flushSync(() => {
      setState(mayRetry ? 'retry' : 'writing')
      setErrors(Object.fromEntries(fieldErrors.map(({ field, message }) => [field, message])))
      // Errors beside the fields are not repeated in the API's message.
      setMessage(fieldErrors.length > 0 ? '' : (detail ?? t('connectionLost')))
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
    noteContent()
    // The honeypot and the stamp are not part of the body that identifies a retry.
    return sendComment(
      'POST',
      '/api/comments',
      { 'Idempotency-Key': attempt.current.key },
      JSON.stringify({
        ...fields,
        [honeypotName]: fieldValue(honeypotName),
        stamp: stamp.current?.text,
      }),
    )
  }

  /**
   * Resets the form after success. Keeps the author's name and address, and a text that was changed
   * while it was being sent.
   */
  function resetForm(sent: string, author: { name: string; email: string }) {
    if (author.name !== staff?.name) store('author', author)
    attempt.current = undefined
    stamp.current = undefined
    const input = field('content')
    if (input?.value === sent) input.value = ''
    noteContent()
    setState('writing')
    setPreviewed(undefined)
  }

  async function send() {
    if (state === 'sending') return
    const content = fieldValue('content')
    const author_name = fieldValue('author_name')
    const author_email = fieldValue('author_email')
    setState('sending')
    setErrors({})
    setMessage('')
    if (content.trim() && author_name.trim()) onSending?.({ content, author_name })
    const result = await request(content, { author_name, author_email })
    if ('failure' in result) {
      showFailure(result.failure)
      return
    }
    const { comment, location: permalink } = result
    rememberComment({ ...comment, content }, edited?.token ?? comment.edit_token, parentId)
    if (isEdit) store(draft, undefined)
    else resetForm(content, { name: author_name, email: author_email })
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
        setPreviewed(await preview(fieldValue('content')))
      } catch {
        setMessage(t('previewFailed'))
      }
    })
  }

  return (
    <CommentFormFields
      {...purpose}
      errors={errors}
      message={message}
      state={state}
      left={left}
      previewed={previewed}
      edited={edited?.content}
      authorName={signedIn?.name}
      mark={staff && staff.name === authorName && <StaffMark role={staff.role} />}
      toolbar={Toolbar && !previewed && <Toolbar />}
      isPreviewing={isPreviewing}
      togglePreview={togglePreview}
      form={{
        ref: form,
        onFocus: () => {
          if (!isEdit) void ensureStamp(stamp, fillInStaff)
          // The form works without the toolbar. If it cannot be loaded, the next focus retries.
          import('./comment-toolbar').then(
            ({ CommentToolbar }) => setToolbar(() => CommentToolbar),
            () => {},
          )
        },
        onInput: handleInput,
        onSubmit: (event) => {
          event.preventDefault()
          void send()
        },
        onKeyDown: (event) => {
          if (event.key === 'Escape') onCancel?.()
        },
      }}
    />
  )
}

function fillField(form: HTMLFormElement, name: string, value = '') {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!input) return undefined
  // Spell checkers use `lang`: the text is in the language of the thread, not of the interface.
  if (name !== 'author_email') input.lang = threadLanguage()
  if (!input.value) input.value = value
  return input
}

/** Signed time of the first input in a form. The server issues it, because the page is static. */
type FormStamp = { text?: string | undefined; at: number }

/** Age in milliseconds after which a stamp is renewed, well below its lifetime of a day. */
const stampMsMax = 6 * 3_600_000

/** Fetches a stamp if there is no recent one. A comment without a stamp is accepted too. */
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
