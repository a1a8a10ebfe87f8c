import { useTranslations } from 'next-intl'
import { ClientMessages } from '@/components/i18n/client-messages'
import type { ThreadOrder as Order, ShownThreads } from '@/lib/comments/reading/shown-comment'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentFeedPath, laterThreadsPath, newestThreadsPath, postPath } from '@/lib/paths'
import type { PreviewComment } from './comment-form'
import { CommentIsland } from './comment-island'
import { CommentThread } from './comment-thread'
import { CommentWriter } from './comment-writer'

/** Links for the order of comments: oldest or newest first. */
function ThreadOrder({ slug, order }: { slug: string; order: Order }) {
  const t = useTranslations('comments')
  const orders = [
    { name: 'oldest', href: `${postPath(slug)}#comments` },
    { name: 'newest', href: `${newestThreadsPath(slug)}#comments` },
  ] as const
  return (
    <nav aria-label={t('order.label')} className="font-sans text-fine text-muted">
      <ul className="flex gap-x-5">
        {orders.map(({ name, href }) => (
          <li key={name}>
            {name === order ? (
              <span aria-current="true" className="inline-block py-1 text-ink">
                {t(`order.${name}`)}
              </span>
            ) : (
              <a href={href} className="inline-block py-1">
                {t(`order.${name}`)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Props = {
  slug: string
  page: ShownThreads
  /** Number of comments on all pages. */
  count: number
  order?: Order
  /** True if there are threads before these. */
  isContinued?: boolean
  isClosed: boolean
  preview: PreviewComment
}

/** A page of a post's threads, with links to the other pages. */
export function CommentSection({
  slug,
  page,
  count,
  order = 'oldest',
  isContinued = false,
  isClosed,
  preview,
}: Props) {
  const t = useTranslations('comments')
  const nextPath = order === 'oldest' ? laterThreadsPath : newestThreadsPath
  const isOneOfMany = isContinued || page.lastId !== null
  return (
    <section
      id="comments"
      data-closed={isClosed || undefined}
      aria-labelledby="comments-heading"
      className="mt-20 border-rule border-t pt-10"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="comments-heading" className="font-medium text-heading tracking-tight">
          {t('heading', { count })}
        </h2>
        {(isOneOfMany || page.threads.length > 1) && <ThreadOrder slug={slug} order={order} />}
      </div>
      <div className="mt-8">
        <CommentThread comments={page.threads} />
      </div>
      {isOneOfMany && (
        <nav
          aria-label={t('pages')}
          className="mt-12 flex flex-wrap justify-between gap-x-6 gap-y-2 font-sans text-small"
        >
          {isContinued ? (
            <a
              href={`${order === 'oldest' ? postPath(slug) : newestThreadsPath(slug)}#comments`}
              className="py-2"
            >
              {t(`first.${order}`)}
            </a>
          ) : (
            <span />
          )}
          {page.lastId !== null && (
            <a href={`${nextPath(slug, page.lastId)}#comments`} rel="next" className="py-2">
              {t(`next.${order}`)}
            </a>
          )}
        </nav>
      )}
      {count > 0 && (
        <p className="mt-10 font-sans text-fine text-muted">
          <a href={commentFeedPath(slug)} className="inline-block py-1">
            {t('subscribe')}
          </a>
        </p>
      )}
      <ClientMessages namespaces={['commentForm', 'ownComments']}>
        <CommentWriter
          slug={slug}
          isClosed={isClosed}
          preview={preview}
          tellsReplies={isMailEnabled()}
        />
      </ClientMessages>
      {/* Remounted after each new comment, to update its time. */}
      <CommentIsland key={count} />
    </section>
  )
}
