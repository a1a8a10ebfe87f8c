import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId } from '@/app/(blog)/posts/[slug]/read-post'
import { previewComment } from '@/app/(blog)/posts/preview-comment'
import { CommentInContext } from '@/components/comments/comment-in-context'
import { CommentSection } from '@/components/comments/comment-section'
import { ReplyPage } from '@/components/comments/reply-page'
import { documentTitle } from '@/components/ui/document-title'
import { isTombstone } from '@/lib/comments/comment'
import { mayModerate } from '@/lib/comments/moderation/moderated-sites'
import { countOfPost, getCommentInContext, listThreads } from '@/lib/comments/reading/list-threads'
import { signedIn } from '@/lib/http/session/signed-in'
import { isFromThisMachine } from '@/lib/security/client-address'
import { commentOrders } from '@/lib/settings/blog-input'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import type { PageThread } from '@/lib/threads/find-page-thread'
import { isLocalSlug } from '@/lib/threads/site'
import { threadCommentPath } from '@/lib/threads/thread-paths'
import { threadTitle } from '@/lib/threads/thread-url'
import { readPageThread } from './read-page-thread'

type Parameters = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ slug: string[] }>; searchParams: Promise<Parameters> }

export const dynamic = 'force-dynamic'

const readContext = cache(getCommentInContext)

/** Returns the part of the thread to show: the form for a reply, one comment, or all comments. */
async function readPage({ params, searchParams }: Props) {
  const [{ slug }, parameters] = await Promise.all([params, searchParams])
  const thread = await readPageThread(slug.join('/'))
  const idIn = (name: string) => {
    const value = parameters[name]
    return value === undefined ? undefined : readCommentId(String(value))
  }
  const parentId = idIn('reply')
  const commentId = idIn('comment')
  const after = idIn('after')
  const id = parentId ?? commentId
  return {
    thread,
    // Links from earlier versions to later comment pages have no order.
    order:
      commentOrders.find((order) => order === parameters.order) ??
      (after === undefined ? (await getBlog()).order : 'oldest'),
    after,
    isReply: parentId !== undefined,
    context:
      id === undefined ? undefined : ((await readContext(thread.slug, id, after)) ?? notFound()),
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { thread, isReply, context } = await readPage(props)
  const t = await getTranslations('comments.title')
  const title = threadTitle(thread)
  const author = context?.comment.author_name ?? ''
  const name = isReply ? 'reply' : 'byAuthor'
  return {
    title: documentTitle(author === '' ? t('ofPost', { title }) : t(name, { author, title })),
    robots: { index: false },
  }
}

/**
 * The plain page of a thread of another site, for readers whose browsers do not run the embed. It
 * works without JavaScript.
 */
export default async function ThreadPage(props: Props) {
  const { thread, order, after, isReply, context } = await readPage(props)
  const { slug, isClosed } = thread
  // Commenters choose the titles of localhost pages, so only this machine and moderators see them.
  if (isLocalSlug(slug) && !isFromThisMachine(await headers())) {
    const actor = await signedIn()
    if (!actor || !(await mayModerate(actor, slug))) notFound()
  }
  if (isReply && context) {
    if (isTombstone(context.comment)) notFound()
    if (isClosed) redirect(threadCommentPath(slug, context.comment.id))
    return (
      <ReplyPage
        comment={context.comment}
        title={threadTitle(thread)}
        preview={previewComment}
        actor={await signedIn()}
      />
    )
  }
  const isContinued = after !== undefined
  const page = context || (await listThreads(slug, { order, after }))
  if (isContinued && page.threads.length === 0) notFound()
  const writer = { slug, isClosed, preview: previewComment }
  return (
    <>
      <ThreadHeader thread={thread} />
      {context ? (
        <CommentInContext {...writer} context={context} isContinued={isContinued} />
      ) : (
        <CommentSection
          page={page}
          order={order}
          isContinued={isContinued}
          {...writer}
          count={(await countOfPost(slug)).comments}
        />
      )}
    </>
  )
}

/** The title of the page with a link to it, and its site. */
async function ThreadHeader({ thread }: { thread: PageThread }) {
  const t = await getTranslations('threadPage')
  const { url, site } = thread
  const lang = await markedLanguage(site.language)
  return (
    <header>
      <p className="font-sans text-fine text-muted">
        {t.rich('site', { name: site.name, site: (name) => <bdi lang={lang}>{name}</bdi> })}
      </p>
      <h1 className="mt-1.5 font-medium text-title tracking-tight" dir="auto" lang={lang}>
        <a href={url} className="decoration-transparent">
          {threadTitle(thread)}
        </a>
      </h1>
      <p className="mt-3 font-sans text-small">
        <a href={url} className="inline-block py-1">
          {t('back')}
        </a>
      </p>
    </header>
  )
}
