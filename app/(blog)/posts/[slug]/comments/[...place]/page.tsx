import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId, readPost } from '@/app/(blog)/posts/[slug]/read-post'
import { previewComment } from '@/app/(blog)/posts/preview-comment'
import { CommentInContext } from '@/components/comments/comment-in-context'
import { CommentSection } from '@/components/comments/comment-section'
import { documentTitle } from '@/components/ui/document-title'
import { countOfPost, getCommentInContext, listThreads } from '@/lib/comments/reading/list-threads'
import { noStaticParams } from '@/lib/http/responses'
import { postPath } from '@/lib/paths'
import { commentOrders } from '@/lib/settings/blog-input'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { laterPaths } from '@/lib/threads/thread-paths'

type Props = { params: Promise<{ slug: string; place: string[] }> }

export const generateStaticParams = noStaticParams

/** Threads in an order, those after one of them, or a comment with all or later replies. */
const address =
  /^(?:(oldest|newest|best)|(after|before|best\/after)\/(\d+)|(\d+)(?:\/after\/(\d+))?)$/

const numberIn = (text: string | undefined) => (text === undefined ? text : readCommentId(text))

/** Loads the comment once per render, for both the metadata and the page. */
const readContext = cache(getCommentInContext)

async function readPage({ params }: Props) {
  const { slug, place } = await params
  const [beneath, first, later, thread, comment, reply] =
    address.exec(place.join('/')) ?? notFound()
  const id = numberIn(comment)
  const after = numberIn(thread ?? reply)
  const post = await readPost(slug, `/comments/${beneath}`)
  return {
    post,
    path: `${postPath(post.slug)}/comments/${beneath}`,
    order: commentOrders.find((name) => name === first || laterPaths[name] === later) ?? 'oldest',
    after,
    context: id && ((await readContext(post.slug, id, after)) ?? notFound()),
  }
}

type Page = Awaited<ReturnType<typeof readPage>>

async function titleOf({ post: { title }, order, after, context }: Page): Promise<string> {
  const t = await getTranslations('comments.title')
  if (!context) return t(order === 'oldest' ? 'ofPost' : order, { title })
  if (after !== undefined) return t('replies', { title })
  const author = context.comment.author_name
  return author === '' ? t('comment', { title }) : t('byAuthor', { author, title })
}

/** Excludes other orders and single comments from search: other pages show the same. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await readPage(props)
  const { post, path, order, after, context } = page
  const isUnique = context
    ? after !== undefined || context.threads.length > 0
    : after !== undefined && order === (await getBlog()).order
  return {
    title: documentTitle(await titleOf(page)),
    alternates: { canonical: path },
    ...((post.noindex || !isUnique) && { robots: { index: false, follow: true } }),
  }
}

/** A page of a post's comments without the post, or of one comment and its replies. */
export default async function CommentsPage(props: Props) {
  const t = await getTranslations('comments')
  const { post, order, after, context } = await readPage(props)
  const isContinued = after !== undefined
  const page = context || (await listThreads(post.slug, { order, after }))
  if ((!context || isContinued) && page.threads.length === 0) notFound()
  const writer = { slug: post.slug, isClosed: post.commentsClosed, preview: previewComment }
  return (
    <>
      <p className="font-sans text-fine text-muted">{t(context ? 'oneOnPost' : 'onPost')}</p>
      <h1
        className="mt-1.5 font-medium text-heading tracking-tight"
        lang={await markedLanguage((await getBlog()).language)}
        dir="auto"
      >
        <a href={postPath(post.slug, post.isPage)} className="decoration-transparent">
          {post.title}
        </a>
      </h1>
      {context ? (
        <CommentInContext {...writer} context={context} isContinued={isContinued} />
      ) : (
        <CommentSection
          page={page}
          order={order}
          isContinued={isContinued}
          {...writer}
          count={(await countOfPost(post.slug)).comments}
        />
      )}
    </>
  )
}
