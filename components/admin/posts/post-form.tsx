'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState, useMemo, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { Notice, PostNotice } from '@/components/admin/admin-notice'
import { PostEditor } from '@/components/editor/post-editor'
import { usePostState } from '@/components/editor/saving/use-post-state'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import type { PostState } from '@/lib/posts/editing/post-state'
import { ComparedText } from './compared-text'
import type { PostFormAct, PostFormState, TypedPost } from './post-form-state'

type Props = {
  post: EditedPost
  initial: PostState
  /** The publication time in the time zone of the blog; empty for a draft. */
  at: string
  timeZone: string
  hasPreview: boolean
  /** The result or error of the last form on this page. */
  result: { done?: string | undefined; fault?: string | undefined }
  save: (state: PostFormState, form: FormData) => Promise<PostFormState>
}

/** The form of a post: text, metadata and actions. Every button saves first. */
export function PostForm({ post, initial, at, timeZone, hasPreview, result, save }: Props) {
  const [{ refusals, fault, errors, typed: refused, theirs, saved }, send, isSending] =
    useActionState(save, { refusals: 0 })
  const label = useTranslations('postFormClient.fields')
  const hint = useTranslations('postFormClient.hints')
  const news = useNewest(saved, result)
  const { revision: base, state } = post
  const { status, changed, updateAt } = usePostState(post.id, initial)
  const typed: TypedPost = refused ?? { ...post, base, tags: post.tags.join(', '), at }
  const faultOf = (name: string) => errors?.find(({ field }) => field === name)?.message
  const propsOf = (name: 'title' | 'slug' | 'summary' | 'tags' | 'cover' | 'coverAlt') => ({
    ...{ id: `post-${name}`, name, label: label(name), defaultValue: typed[name] },
    fault: faultOf(name),
    dir: 'auto',
    autoComplete: 'off',
  })
  // Saving must not remount the editor, which keeps text that was entered meanwhile.
  const answer = useMemo(
    () => ({ ...(saved && { saved }), isOvertaken: theirs !== undefined }),
    [saved, theirs],
  )
  return (
    <form action={send} className="post-form" aria-busy={isSending}>
      <input type="hidden" name="id" value={post.id} />
      <PostFormTools
        key={`${state} ${at} ${refusals}`}
        state={status === 'new' ? 'draft' : status}
        isChanged={changed}
        isUpdateScheduled={updateAt !== null}
        at={typed.at}
        savedAt={at}
        timeZone={timeZone}
        hasPreview={hasPreview}
        fault={faultOf('at')}
        updateFault={faultOf('updateAt')}
      />
      <div className="post-form-said">
        {theirs && <PostConflict theirs={theirs} />}
        {!theirs && <Notice text={fault ?? ''} fault={fault} />}
        {refusals === 0 && <PostNotice {...news} />}
      </div>
      <div className="post-form-words">
        <AdminField {...propsOf('title')} maxLength={300} />
        <PostEditor
          post={post}
          refused={refused && { text: refused.content, revision: refused.base }}
          base={theirs?.revision ?? typed.base}
          answer={answer}
          saveUrl={`/admin/posts/${post.id}/draft`}
          previewUrl="/admin/markdown-preview"
        />
      </div>
      <div className="post-form-about">
        <AdminField {...propsOf('slug')} hint={hint(state === 'draft' ? 'slugOfDraft' : 'slug')} />
        <AdminField {...propsOf('summary')} rows={3} />
        <AdminField {...propsOf('tags')} hint={hint('tags')} />
        <AdminField {...propsOf('cover')} hint={hint('cover')} inputMode="url" />
        <AdminField {...propsOf('coverAlt')} hint={hint('coverAlt')} />
      </div>
    </form>
  )
}

/** Shows the last result: that of this form, or that of another form in the URL. */
function useNewest(saved: PostFormState['saved'], result: Props['result']): Props['result'] {
  const [seen, setSeen] = useState({ saved, result, newest: saved ? { done: saved.done } : result })
  const isNew = seen.result.done !== result.done || seen.result.fault !== result.fault
  if (seen.saved === saved && !isNew) return seen.newest
  const newest = saved && seen.saved !== saved ? { done: saved.done } : result
  setSeen({ saved, result, newest })
  return newest
}

/** Reports that another editor saved the post meanwhile. Both versions are kept. */
function PostConflict({ theirs }: { theirs: NonNullable<PostFormState['theirs']> }) {
  const t = useTranslations('postFormClient.conflict')
  const { by, savedAt } = theirs
  return (
    <section className="admin-notice post-conflict" role="alert" aria-label={t('label')}>
      <p>
        {t.rich('about', {
          by,
          known: String(by !== ''),
          strong: (chunks) => <strong>{chunks}</strong>,
          time: () => <time dateTime={savedAt}>{savedAt.slice(0, 16).replace('T', ' ')}</time>,
        })}
      </p>
      <ComparedText lines={theirs.lines} />
      <p>{t('next')}</p>
      <input type="hidden" name="force" value="yes" />
    </section>
  )
}

type ToolsProps = Pick<Props, 'at' | 'timeZone' | 'hasPreview'> & {
  state: EditedPost['state']
  /** The date that is saved. A different `at` is saved by “Save” too. */
  savedAt: string
  fault: string | undefined
  updateFault: string | undefined
  isChanged: boolean
  isUpdateScheduled: boolean
}

/** Each action saves the post first. The Enter key presses the first button, “Save”. */
function PostFormTools({ state, at, savedAt, timeZone, hasPreview, fault, ...update }: ToolsProps) {
  const t = useTranslations('postFormClient.actions')
  const schedule = useTranslations('postFormClient.schedule')(state)
  const act = (act: PostFormAct, text: string, className = 'post-act') => (
    <button type="submit" name="act" value={act} className={className}>
      {text}
    </button>
  )
  return (
    <div className="post-tools">
      {act('save', t('save'), 'admin-button')}
      {state === 'published' && <small className="admin-muted">{t('autosave')}</small>}
      {act('publish', t(state === 'published' ? 'update' : 'publish'))}
      {state === 'published' && <UpdateTools act={act} timeZone={timeZone} {...update} />}
      {state !== 'draft' && (
        <details>
          <summary>{t(state === 'published' ? 'unpublish' : 'unschedule')}</summary>
          {act('unpublish', t('confirmUnpublish'))}
        </details>
      )}
      {!hasPreview && act('make-preview', t('makePreview'))}
      <details open={fault !== undefined || undefined}>
        <summary>{schedule}</summary>
        <div className="post-schedule">
          <label htmlFor="post-at">{t('time', { timeZone })}</label>
          <input
            id="post-at"
            type="datetime-local"
            name="at"
            defaultValue={at}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': 'post-at-fault' })}
          />
          <input type="hidden" name="savedAt" value={savedAt} />
          {act('schedule', schedule)}
          {fault && <small id="post-at-fault">{fault}</small>}
        </div>
      </details>
    </div>
  )
}

type UpdateProps = Pick<ToolsProps, 'timeZone' | 'isChanged' | 'isUpdateScheduled' | 'updateFault'>

/** The actions on the unpublished changes of a published post. */
function UpdateTools({
  act,
  timeZone,
  isChanged,
  isUpdateScheduled,
  updateFault,
}: UpdateProps & { act: (act: PostFormAct, text: string) => ReactNode }) {
  const t = useTranslations('postFormClient.actions')
  return (
    <>
      {isChanged && (
        <details>
          <summary>{t('discard')}</summary>
          {act('discard', t('confirmDiscard'))}
        </details>
      )}
      {isUpdateScheduled && act('cancel-update', t('cancelUpdate'))}
      <details open={updateFault !== undefined || undefined}>
        <summary>{t('scheduleUpdate')}</summary>
        <div className="post-schedule">
          <label htmlFor="post-update-at">{t('updateTime', { timeZone })}</label>
          <input
            id="post-update-at"
            type="datetime-local"
            name="updateAt"
            {...(updateFault && {
              'aria-invalid': true,
              'aria-describedby': 'post-update-at-fault',
            })}
          />
          {act('schedule-update', t('confirmScheduleUpdate'))}
          {updateFault && <small id="post-update-at-fault">{updateFault}</small>}
        </div>
      </details>
    </>
  )
}
