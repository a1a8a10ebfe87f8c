'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useActionState, useEffect, useRef, useState } from 'react'
import { Notice, PostNotice } from '@/components/admin/admin-notice'
import { withFallback } from '@/components/admin/kept-form'
import { Icon } from '@/components/editor/icon'
import type { OpenEditor } from '@/components/editor/open-editor'
import { PostEditor } from '@/components/editor/post-editor'
import { usePostState } from '@/components/editor/saving/use-post-state'
import { dayFormat, toTheMinute } from '@/components/ui/day-format'
import type { FieldError } from '@/lib/errors'
import type { PostState } from '@/lib/posts/editing/get-post-state'
import { ComparedText } from './compared-text'
import { PostPanel } from './post-form-panel'
import { PublishSheet } from './post-form-publish'
import type { OpenForm, PostFormProps, PostFormState, TypedPost } from './post-form-state'
import { PostStateText } from './post-state-text'

/**
 * The page of a post: a bar, the title and the text. Everything else is in sheets that the bar
 * opens. Every button saves first.
 */
export function PostForm(props: PostFormProps) {
  const { post, at, updateAt, result, path, save } = props
  const current = usePostState(post.id, props.initial)
  const [{ refusals, error, errors, typed: refused, theirs, saved, lost }, send, isSending] =
    useActionState(
      withFallback(save, async (state) => ({ ...state, lost: (state.lost ?? 0) + 1 })),
      { refusals: 0 },
    )
  const t = useTranslations('postFormClient')
  // The redirect after another form remounts this one, so `saved` is newer than the URL.
  const news = saved ? { done: saved.done } : result
  const isPublication = /^(?:published|updated)$/.test(news.done ?? '')
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const editor = useRef<OpenEditor>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const kind = post.isPage ? 'page' : 'post'
  const status = current.status === 'new' ? 'draft' : current.status
  const { revision: base } = post
  const typed: TypedPost = refused ?? { ...post, base, tags: post.tags.join(', '), at, updateAt }
  const [rejected, setRejected] = useState<FieldError[]>([])
  const messageIn = (list: FieldError[] | undefined, name: string) =>
    list?.find(({ field }) => field === name)?.message
  const errorOf = (name: string) => messageIn(errors, name)
  const savingErrorOf = (name: string) => messageIn(rejected, name)
  const open: OpenForm = { ...props, kind, typed, current, editor, errorOf, savingErrorOf }
  const stateText = <PostStateText current={current} timeZone={props.timeZone} />
  useEffect(() => (form.current ? followSheets(form.current) : undefined), [])
  // The focused button is gone after an action.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    if ((saved || refusals > 0 || result.done) && document.activeElement === document.body)
      (find('[aria-invalid]') ?? find('.post-publish > summary'))?.focus()
  }, [saved, refusals, result.done])
  return (
    <form ref={form} action={send} className="post-form" aria-busy={isSending}>
      <input type="hidden" name="id" value={post.id} />
      {post.isPage && <input type="hidden" name="isPage" value="on" />}
      <header className="post-bar">
        <a href={`/admin/${kind}s`} className="post-icon" aria-label={t('bar.back', { kind })}>
          <Icon path="M15 5l-7 7 7 7" size={22} />
        </a>
        <p className="post-state" role="status">
          {current.changed ? (
            <a href={`/admin/posts/${post.id}/history#changes`} title={t('publish.compare')}>
              {stateText}
            </a>
          ) : (
            stateText
          )}
        </p>
        <div ref={setBar} className="post-live" />
        {/* The default button. With JavaScript, the text is saved while it is typed. */}
        <button type="submit" name="act" value="save" className="post-act post-save">
          {t('actions.save')}
        </button>
        <PublishSheet
          // A completed action closes the sheet. A save while typing does not.
          key={[status, at, current.updateAt, saved?.revision, saved?.done, refusals].join(' ')}
          form={open}
        />
        <PostPanel form={open} />
      </header>
      <div className="post-form-said">
        {theirs && <PostConflict theirs={theirs} timeZone={props.timeZone} />}
        {!theirs && <Notice text={error ?? ''} error={error} />}
        {refusals === 0 && !isOutdated(news.done, current) && (
          <PostNotice {...news}>
            {path !== undefined && isPublication && <a href={path}>{t('panel.view', { kind })}</a>}
          </PostNotice>
        )}
      </div>
      <div className="post-form-title">
        <input
          name="title"
          aria-label={t('fields.title')}
          placeholder={t('fields.title')}
          defaultValue={typed.title}
          maxLength={300}
          // biome-ignore lint/a11y/noAutofocus: a new post begins with its title, as in Ghost.
          autoFocus={props.initial.status === 'new'}
          dir="auto"
          autoComplete="off"
          {...(errorOf('title') && {
            'aria-invalid': true,
            'aria-describedby': 'post-form-title-error',
          })}
          onKeyDown={(event) => {
            if (!/^(?:Enter|ArrowDown)$/.test(event.key) || event.nativeEvent.isComposing) return
            if (!editor.current) return
            event.preventDefault()
            editor.current.view.focus()
          }}
        />
        {errorOf('title') && <strong id="post-form-title-error">{errorOf('title')}</strong>}
      </div>
      <PostEditor
        post={post}
        preview={props.preview}
        refused={refused && { text: refused.content, revision: refused.base }}
        saved={saved}
        theirs={theirs}
        lost={lost}
        bar={bar}
        opened={editor}
        setRejected={setRejected}
      />
    </form>
  )
}

/** Closes a sheet on Escape, and opens “Publish” with Ghost's shortcut. */
function pressKey(event: KeyboardEvent, form: HTMLFormElement): void {
  const { key, target } = event
  const isModified = event.ctrlKey || event.metaKey
  if (key === 'Escape' && target instanceof Element) {
    const sheet =
      target.closest<HTMLDetailsElement>('.post-sheet[open]') ??
      form.querySelector<HTMLDetailsElement>('.post-publish[open]')
    if (!sheet || target.closest('dialog')) return
    sheet.open = false
    sheet.querySelector('summary')?.focus()
  } else if (isModified && event.shiftKey && key.toLowerCase() === 'p') {
    event.preventDefault()
    form.querySelector<HTMLElement>('.post-publish > summary')?.click()
  }
}

/** Handles keys and confirmations, and closes the “Publish” sheet on a click outside it. */
function followSheets(form: HTMLFormElement): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const close = ({ target }: PointerEvent) => {
    const sheet = form.querySelector<HTMLDetailsElement>('.post-publish[open]')
    if (sheet && target instanceof Node && !sheet.contains(target)) sheet.open = false
  }
  document.addEventListener('pointerdown', close, { signal })
  const showConfirmation = ({ target }: Event) => {
    if (target instanceof HTMLDetailsElement && target.matches('.post-confirm[open]'))
      target.scrollIntoView({ block: 'nearest' })
  }
  // The event does not bubble.
  form.addEventListener('toggle', showConfirmation, { capture: true, signal })
  document.addEventListener('keydown', (event) => pressKey(event, form), { signal })
  return () => stopping.abort()
}

/** Returns whether a result is no longer true: the text has changed again, or a timer has run. */
function isOutdated(done = '', { status, changed, updateAt }: PostState): boolean {
  if (done === 'scheduled') return status !== 'scheduled'
  if (done === 'update-scheduled') return updateAt === null
  return changed && /^(?:published|updated|discarded)$/.test(done)
}

/** Reports that another editor saved the post in the meantime. Both versions are kept. */
function PostConflict({
  theirs,
  timeZone,
}: Pick<PostFormProps, 'timeZone'> & { theirs: NonNullable<PostFormState['theirs']> }) {
  const t = useTranslations('postFormClient.conflict')
  const format = dayFormat({ language: useLocale(), timeZone }, toTheMinute)
  const { by, savedAt } = theirs
  return (
    <section className="admin-notice post-conflict" role="alert" aria-label={t('label')}>
      <p>
        {t.rich('about', {
          by,
          known: String(by !== ''),
          strong: (chunks) => <strong>{chunks}</strong>,
          time: () => <time dateTime={savedAt}>{format.format(new Date(savedAt))}</time>,
        })}
      </p>
      <ComparedText lines={theirs.lines} />
      <p>{t('next')}</p>
      <input type="hidden" name="force" value="yes" />
    </section>
  )
}
