import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { adminHistoryPath } from '@/components/admin/posts/admin-posts-query'
import { PostForm } from '@/components/admin/posts/post-form'
import { PostState } from '@/components/admin/posts/post-state'
import { PreviewLink } from '@/components/admin/posts/preview-link'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { postPath } from '@/lib/paths'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { toLocalTime } from '@/lib/posts/editing/local-time'
import { parsePostId } from '@/lib/posts/editing/parse-post-id'
import { getBlog } from '@/lib/settings/get-blog'
import { remove, revokePreview, save } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/compared-text.css'
import '@/components/admin/posts/posts.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('postForm'))('title') }
}

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ done?: string; fault?: string; moment?: string }>
}

/** The page on which a post is edited and published. */
export default async function AdminPostPage({ params, searchParams }: Props) {
  const [{ id: given }, { done, fault, moment }] = await Promise.all([params, searchParams])
  const actor = await requireStaff(`/admin/posts/${given}`, 'owner')
  const id = await orNotFound(async () => parsePostId(given))
  const [{ post, previewKey }, { timeZone }] = await Promise.all([
    orNotFound(() => getEditedPost(actor, id)),
    getBlog(),
  ])
  const t = await getTranslations('postForm')
  return (
    <>
      <div className="posts-head">
        <h1 className="sr-only" dir="auto">
          {post.title || (await getTranslations('posts'))('untitled')}
        </h1>
        <PostState post={post} timeZone={timeZone} />
        <nav aria-label={t('links')} className="post-links">
          {post.state === 'published' && <a href={postPath(post.slug)}>{t('view')}</a>}
          <a href={adminHistoryPath(id)}>{t('history')}</a>
        </nav>
      </div>
      <PostForm
        // Discard the errors of an earlier submission once a later action has succeeded.
        key={moment}
        post={post}
        at={post.publishedAt === null ? '' : toLocalTime(new Date(post.publishedAt), timeZone)}
        timeZone={timeZone}
        hasPreview={previewKey !== null}
        told={{ done, fault }}
        save={save}
      />
      {previewKey !== null && (
        <PreviewLink id={id} previewKey={previewKey} revoke={revokePreview} />
      )}
      <section className="admin-section" aria-labelledby="post-delete">
        <h2 id="post-delete">{t('delete.title')}</h2>
        <p className="admin-muted">{t('delete.about')}</p>
        <form action={remove}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="post-act">
            {t('delete.submit')}
          </button>
        </form>
      </section>
    </>
  )
}
