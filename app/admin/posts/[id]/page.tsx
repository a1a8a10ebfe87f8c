import type { Viewport } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { HiddenFields } from '@/components/admin/admin-form'
import { titleMetadata } from '@/components/admin/admin-page'
import { PostForm } from '@/components/admin/posts/post-form'
import { statsPath } from '@/components/admin/stats/stats-path'
import { siteOrigin } from '@/lib/env'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { postPath } from '@/lib/paths'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { getPostState } from '@/lib/posts/editing/get-post-state'
import { toLocalTime } from '@/lib/posts/editing/local-time'
import { listAuthors } from '@/lib/posts/editing/post-author'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getBlog } from '@/lib/settings/get-blog'
import { parseRowId } from '@/lib/text/row-id'
import { changeAuthor, preview, remove, revokePreview, save } from './actions'
import '@/components/admin/posts/compared-text.css'
import '@/components/admin/posts/post-form.css'
import '@/components/admin/posts/posts.css'

export const generateMetadata = titleMetadata((t) => t('postForm.title'))

/** Lets the virtual keyboard shrink the page, so that the toolbar stays above it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ done?: string; error?: string; moment?: string; new?: string }>
}

export default async function AdminPostPage({ params, searchParams }: Props) {
  const [{ id: idParam }, { done, error, moment, new: isNew }] = await Promise.all([
    params,
    searchParams,
  ])
  const actor = await requireStaff(`/admin/posts/${idParam}`, 'writer')
  const {
    post: found,
    authorId,
    previewKey,
    publicSlug,
    closedBy: knownClosedBy,
  } = await orNotFound(async () =>
    getEditedPost(actor, parseRowId('post', idParam), isNew !== undefined),
  )
  const isPage = found.revision === 0 ? isNew === 'page' : found.isPage
  // The first save of a page closes its comments.
  const closedBy = found.revision === 0 && isPage ? 'post' : knownClosedBy
  const post = { ...found, isPage }
  const [initial, { timeZone, navigation }, tags, authors, t] = await Promise.all([
    orNotFound(() => getPostState(actor, post.id)),
    getBlog(),
    getLocale().then(listTags),
    actor.role === 'owner' && !isPage ? listAuthors(actor) : [],
    getTranslations('posts'),
  ])
  const { id, state, publishedAt } = post
  const ownPath = postPath(publicSlug || post.slug, isPage)
  const localTime = (time: string | null) =>
    time === null ? '' : toLocalTime(new Date(time), timeZone)
  return (
    <div className="post-page">
      <h1 className="sr-only" dir="auto">
        {post.title || t('untitled')}
      </h1>
      <PostForm
        // Discard the errors of an earlier submission once a later action has succeeded.
        key={moment}
        post={post}
        initial={initial}
        closedBy={closedBy}
        at={localTime(publishedAt)}
        updateAt={localTime(initial.updateAt)}
        timeZone={timeZone}
        previewUrl={previewKey === null ? undefined : `${siteOrigin()}/preview/${previewKey}`}
        path={state === 'published' ? ownPath : undefined}
        statsUrl={
          state === 'published' && actor.role === 'owner'
            ? statsPath({ span: '30', post: publicSlug })
            : undefined
        }
        isListed={navigation?.some(({ href }) => href === ownPath) ?? true}
        tags={tags.map(({ tag }) => tag)}
        authors={authors}
        authorId={authorId}
        result={{ done, error }}
        save={save}
        preview={preview}
      />
      {/* Buttons in the settings submit these forms, because forms cannot be nested. */}
      <form id="post-author" action={changeAuthor}>
        <HiddenFields of={{ id }} />
      </form>
      <form id="post-revoke" action={revokePreview}>
        <HiddenFields of={{ id }} />
      </form>
      <form id="post-delete" action={remove}>
        <HiddenFields of={{ id, list: isPage ? 'pages' : 'posts' }} />
      </form>
    </div>
  )
}
