import { getTranslations } from 'next-intl/server'
import { ButtonForm } from '@/components/admin/admin-form'
import { AdminSection } from '@/components/admin/admin-page'
import { PostForm } from '@/components/admin/posts/post-form'
import { DateTime } from '@/components/ui/date-time'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { postPath } from '@/lib/paths'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { getPostState } from '@/lib/posts/editing/get-post-state'
import { toLocalTime } from '@/lib/posts/editing/local-time'
import { parsePostId } from '@/lib/posts/editing/parse-post-id'
import { getBlog } from '@/lib/settings/get-blog'
import { remove, revokePreview, save } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/compared-text.css'
import '@/components/admin/posts/posts.css'
import { translator } from '@/lib/i18n/translator'

export const metadata = { title: translator('postForm')('title') }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ done?: string; fault?: string; moment?: string; new?: string }>
}

export default async function AdminPostPage({ params, searchParams }: Props) {
  const [{ id: given }, { done, fault, moment, new: isNew }] = await Promise.all([
    params,
    searchParams,
  ])
  const actor = await requireStaff(`/admin/posts/${given}`, 'owner')
  const { post, previewKey, publicSlug } = await orNotFound(async () =>
    getEditedPost(actor, parsePostId(given), isNew !== undefined),
  )
  const initial = await orNotFound(() => getPostState(actor, post.id))
  const { timeZone } = await getBlog()
  const [t, list] = await Promise.all([getTranslations('postForm'), getTranslations('postList')])
  const { id, state, publishedAt } = post
  const time = state === 'draft' || publishedAt === null ? undefined : new Date(publishedAt)
  return (
    <>
      <div className="posts-head">
        <h1 className="sr-only" dir="auto">
          {post.title || (await getTranslations('posts'))('untitled')}
        </h1>
        <p className="admin-muted">
          {time
            ? list.rich(`dates.${state}`, {
                date: () => <DateTime value={time} withTime />,
              })
            : t('draft')}
        </p>
        <nav aria-label={t('links')} className="post-links">
          {state === 'published' && <a href={postPath(publicSlug)}>{t('view')}</a>}
          <a href={`/admin/posts/${id}/history`}>{t('history')}</a>
        </nav>
      </div>
      <PostForm
        // Discard the errors of an earlier submission once a later action has succeeded.
        key={moment}
        post={post}
        initial={initial}
        at={publishedAt === null ? '' : toLocalTime(new Date(publishedAt), timeZone)}
        timeZone={timeZone}
        hasPreview={previewKey !== null}
        result={{ done, fault }}
        save={save}
      />
      {previewKey !== null && (
        <AdminSection title={t('preview.title')}>
          <p>
            {t.rich('preview.about', {
              link: (chunks) => <a href={`/preview/${previewKey}`}>{chunks}</a>,
            })}
          </p>
          <ButtonForm action={revokePreview} fields={{ id }} className="post-act">
            {t('preview.revoke')}
          </ButtonForm>
        </AdminSection>
      )}
      <AdminSection title={t('delete.title')}>
        <p className="admin-muted">{t('delete.about')}</p>
        <ButtonForm action={remove} fields={{ id }} className="post-act">
          {t('delete.submit')}
        </ButtonForm>
      </AdminSection>
    </>
  )
}
