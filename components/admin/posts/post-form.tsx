'use client'
import { useTranslations } from 'next-intl'
import { useActionState, useMemo, useState } from 'react'
import { PostEditor } from '@/components/editor/post-editor'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { ComparedText } from './compared-text'
import { PostField } from './post-field'
import type { PostFormState, TypedPost } from './post-form-state'
import { PostFormTools } from './post-form-tools'
import { PostNotice } from './post-notice'

/**
 * Reports that another editor saved the post meanwhile, with the name, time and differences. Both
 * versions are kept until the conflict is resolved.
 */
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

type Props = {
  post: EditedPost
  /** The publication time in the time zone of the blog; empty for a draft. */
  at: string
  timeZone: string
  hasPreview: boolean
  /** The result or error of the last form on this page. */
  told: { done?: string | undefined; fault?: string | undefined }
  save: (state: PostFormState, form: FormData) => Promise<PostFormState>
}

/** The form of a post: text, metadata and actions. Every button saves first. */
export function PostForm({ post, at, timeZone, hasPreview, told, save }: Props) {
  const [{ refusals, fault, errors, typed: refused, theirs, saved }, send, isSending] =
    useActionState(save, { refusals: 0 })
  const label = useTranslations('postFormClient.fields')
  const hint = useTranslations('postFormClient.hints')
  const news = useNewest(saved, told)
  const typed: TypedPost = refused ?? { ...post, tags: post.tags.join(', '), at }
  // Saving must not remount the editor, which keeps text that was entered meanwhile.
  const answer = useMemo(
    () => ({ ...(saved && { saved }), isOvertaken: theirs !== undefined }),
    [saved, theirs],
  )
  return (
    <form action={send} className="post-form" aria-busy={isSending}>
      <input type="hidden" name="id" value={post.id} />
      <PostFormTools
        key={`${post.state} ${at} ${refusals}`}
        state={post.state}
        at={typed.at}
        savedAt={at}
        timeZone={timeZone}
        hasPreview={hasPreview}
        errors={errors}
      />
      <div className="post-form-said">
        {theirs ? <PostConflict theirs={theirs} /> : <Refusal fault={fault} />}
        {refusals === 0 && <PostNotice {...news} />}
      </div>
      <div className="post-form-words">
        <PostField
          name="title"
          label={label('title')}
          defaultValue={typed.title}
          errors={errors}
          maxLength={300}
        />
        <PostEditor
          post={post}
          refused={refused && { text: refused.content, revision: refused.revision }}
          base={theirs?.revision ?? typed.revision}
          answer={answer}
          saveUrl={`/admin/posts/${post.id}/draft`}
          previewUrl="/admin/markdown-preview"
        />
      </div>
      <div className="post-form-about">
        <PostField
          name="slug"
          label={label('slug')}
          defaultValue={typed.slug}
          errors={errors}
          hint={hint(post.state === 'draft' ? 'slugOfDraft' : 'slug')}
        />
        <PostField
          name="summary"
          label={label('summary')}
          defaultValue={typed.summary}
          errors={errors}
          rows={3}
        />
        <PostField
          name="tags"
          label={label('tags')}
          defaultValue={typed.tags}
          errors={errors}
          hint={hint('tags')}
        />
        <PostField
          name="cover"
          label={label('cover')}
          defaultValue={typed.cover}
          errors={errors}
          hint={hint('cover')}
          inputMode="url"
        />
        <PostField
          name="coverAlt"
          label={label('coverAlt')}
          defaultValue={typed.coverAlt}
          errors={errors}
          hint={hint('coverAlt')}
        />
      </div>
    </form>
  )
}

/**
 * Shows the last result: that of this form, which does not change the URL, or that of another form,
 * which names it in the URL.
 */
function useNewest(saved: PostFormState['saved'], told: Props['told']): Props['told'] {
  const [seen, setSeen] = useState({ saved, told, newest: saved ? { done: saved.done } : told })
  const isTold = seen.told.done !== told.done || seen.told.fault !== told.fault
  if (seen.saved === saved && !isTold) return seen.newest
  const newest = saved && seen.saved !== saved ? { done: saved.done } : told
  setSeen({ saved, told, newest })
  return newest
}

function Refusal({ fault }: { fault: string | undefined }) {
  return fault === undefined ? null : (
    <p role="alert" className="admin-notice">
      {fault}
    </p>
  )
}
