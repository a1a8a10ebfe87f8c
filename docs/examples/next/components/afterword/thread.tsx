import { type ReactNode, Suspense } from 'react'
import styles from './afterword.module.css'
import { ProblemError, type Thread, type ThreadComment } from './client'
import { CommentForm } from './comment-form'
import { cachedClient, origin } from './server'
import { texts } from './texts'

/**
 * The comments of a page, rendered on the server, and a form. Until they are loaded, and if they
 * cannot be, it links to the blog's own page of the thread.
 * @param slug host and path of the page, decoded, without a trailing slash: `example.org/hello`
 */
export function AfterwordThread({ slug }: { slug: string }) {
  const path = slug.split('/').map(encodeURIComponent).join('/')
  const link = <a href={`${origin}/threads/${path}`}>{texts.unavailable}</a>
  return (
    <section id="comments" aria-label={texts.label} className={styles.thread}>
      <Suspense fallback={link}>
        <Comments slug={slug} fallback={link} />
      </Suspense>
    </section>
  )
}

async function Comments({ slug, fallback }: { slug: string; fallback: ReactNode }) {
  const thread = await readThread(slug)
  if (!thread) return fallback
  return (
    <>
      <h2>{texts.heading(thread.count)}</h2>
      <Replies thread={thread} parentId={null} />
      {thread.open ? (
        <>
          <h3>{texts.write}</h3>
          <CommentForm slug={slug} />
        </>
      ) : (
        <p>{texts.closed}</p>
      )}
    </>
  )
}

/** Returns all pages of the thread, or undefined if the blog is unavailable. */
async function readThread(slug: string): Promise<Thread | undefined> {
  const blog = cachedClient(slug)
  try {
    const thread = await blog.getThread(slug)
    const comments = [...thread.comments]
    for (let cursor = thread.next_cursor; cursor !== null; ) {
      const page = await blog.getThread(slug, { cursor })
      comments.push(...page.comments)
      cursor = page.next_cursor
    }
    return { ...thread, slug, comments }
  } catch (error) {
    // An error response, or no connection. Next.js itself throws others.
    if (!(error instanceof ProblemError || error instanceof TypeError)) throw error
    console.error(error)
    return undefined
  }
}

function Replies({ thread, parentId }: { thread: Thread; parentId: number | null }) {
  const comments = thread.comments.filter(({ parent_id }) => parent_id === parentId)
  if (comments.length === 0) return null
  return (
    <ol>
      {comments.map((comment) => (
        <li key={comment.id}>
          <Comment thread={thread} comment={comment} />
          <Replies thread={thread} parentId={comment.id} />
        </li>
      ))}
    </ol>
  )
}

function Comment({ thread, comment }: { thread: Thread; comment: ThreadComment }) {
  const { id, author_name, badge, created_at, edited_at, html, pinned, deleted } = comment
  // At the deepest level, a reply is a sibling of the comment that it replies to.
  const answered =
    comment.reply_to !== comment.parent_id &&
    thread.comments.find((one) => one.id === comment.reply_to)
  if (deleted) return <article id={`comment-${id}`}>{texts.deleted}</article>
  return (
    <article id={`comment-${id}`}>
      <header>
        <strong dir="auto">{author_name}</strong>
        {badge && <small>{texts.badges[badge]}</small>}
        <a href={`#comment-${id}`}>
          <time dateTime={created_at}>{formatDate(created_at, thread.language)}</time>
        </a>
        {edited_at && <small>{texts.edited}</small>}
        {answered && (
          <a href={`#comment-${answered.id}`}>{texts.inReplyTo(answered.author_name)}</a>
        )}
        {pinned && <small>{texts.pinned}</small>}
      </header>
      {/* The blog has sanitised it. */}
      <div dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      {thread.open && (
        <CommentForm
          slug={thread.slug}
          parentId={id}
          summary={<summary aria-label={texts.replyTo(author_name)}>{texts.reply}</summary>}
        />
      )}
    </article>
  )
}

const formatDate = (date: string, language: string): string =>
  new Date(date).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
