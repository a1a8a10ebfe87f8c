'use client'
import { useActionState } from 'react'
import { PostEditor } from '@/components/editor/post-editor'
import type { EditedPost } from '@/lib/posts/edited-post'
import { PostConflict } from './post-conflict'
import { PostField } from './post-field'
import type { PostFormState, TypedPost } from './post-form-state'
import { PostFormTools } from './post-form-tools'
import { PostNotice } from './post-notice'

type Props = {
  post: EditedPost
  /** When it is public, by the clock of the blog; empty for a draft. */
  at: string
  timeZone: string
  hasPreview: boolean
  /** What the last form on this page did, or why it did not. */
  told: { done?: string | undefined; fault?: string | undefined }
  save: (state: PostFormState, form: FormData) => Promise<PostFormState>
}

/** A post to be written: its words, what is said of it, and what becomes of it. Every button saves first. */
export function PostForm({ post, at, timeZone, hasPreview, told, save }: Props) {
  const [{ refusals, fault, errors, typed: refused, theirs }, send, isSending] = useActionState(save, { refusals: 0 })
  const typed: TypedPost = refused ?? { ...post, tags: post.tags.join(', '), at }
  // What was saved or refused since is what the fields begin from.
  const key = `${post.revision}.${refusals}`
  return (
    <form action={send} className="post-form" aria-busy={isSending}>
      <input type="hidden" name="id" value={post.id} />
      <PostFormTools key={`tools ${key}`} state={post.state} at={typed.at} timeZone={timeZone} hasPreview={hasPreview} errors={errors} />
      <div className="post-form-said">
        {theirs ? <PostConflict theirs={theirs} /> : <Refusal fault={fault} />}
        {refusals === 0 && <PostNotice {...told} />}
      </div>
      <div className="post-form-words" key={`words ${key}`}>
        <PostField name="title" label="Title" defaultValue={typed.title} errors={errors} maxLength={300} />
        <PostEditor
          post={{ ...post, content: typed.content, revision: theirs?.revision ?? typed.revision }}
          saveUrl={`/desk/posts/${post.id}/draft`}
          previewUrl="/desk/markdown-preview"
        />
      </div>
      <div className="post-form-about" key={`about ${key}`}>
        <PostField
          name="slug"
          label="Slug"
          defaultValue={typed.slug}
          errors={errors}
          hint="Its address ends with it. Empty: made from the title."
        />
        <PostField name="summary" label="Summary" defaultValue={typed.summary} errors={errors} rows={3} />
        <PostField name="tags" label="Tags" defaultValue={typed.tags} errors={errors} hint="Parted by commas." />
        <PostField
          name="cover"
          label="Cover image"
          defaultValue={typed.cover}
          errors={errors}
          hint="A URL, or a path of this blog: an image of the Images room begins with /images/."
          inputMode="url"
        />
        <PostField
          name="coverAlt"
          label="What the cover shows"
          defaultValue={typed.coverAlt}
          errors={errors}
          hint="For those who do not see it."
        />
      </div>
    </form>
  )
}

function Refusal({ fault }: { fault: string | undefined }) {
  return fault === undefined ? null : (
    <p role="alert" className="desk-notice">
      {fault}
    </p>
  )
}
