import { useTranslations } from 'next-intl'
import { ClientMessages } from '@/components/i18n/client-messages'
import type { ShownThreads, ThreadOrder } from '@/lib/comments/reading/list-threads'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentFeedPath } from '@/lib/paths'
import { laterThreadsPath, newestThreadsPath, threadCommentsPath } from '@/lib/threads/thread-paths'
import { isPageSlug } from '@/lib/threads/thread-slug'
import type { PreviewComment } from './comment-form'
import { CommentIsland } from './comment-island'
import { CommentThread } from './comment-item'
import { CommentWriter } from './comment-writer'

export type WriterProps = { slug: string; isClosed: boolean; preview: PreviewComment }

type Props = WriterProps & {
  page: ShownThreads
  /** Number of comments on all pages. */
  count: number
  order?: ThreadOrder
  /** True if there are threads before these. */
  isContinued?: boolean
}

/** A page of the threads of a post or page, with links to the other pages. */
export function CommentSection({
  page,
  count,
  order = 'oldest',
  isContinued = false,
  ...writer
}: Props) {
  const t = useTranslations('comments')
  const { slug, isClosed } = writer
  const nextPath = order === 'oldest' ? laterThreadsPath : newestThreadsPath
  const firstPages = {
    oldest: threadCommentsPath(slug),
    newest: `${newestThreadsPath(slug)}#comments`,
  } as const
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
        {(isOneOfMany || page.threads.length > 1) && (
          <nav aria-label={t('order.label')} className="font-sans text-fine text-muted">
            <ul className="flex gap-x-5">
              {(['oldest', 'newest'] as const).map((name) => (
                <li key={name}>
                  {name === order ? (
                    <span aria-current="true" className="inline-block py-1 text-ink">
                      {t(`order.${name}`)}
                    </span>
                  ) : (
                    <a href={firstPages[name]} className="inline-block py-1">
                      {t(`order.${name}`)}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className="mt-8">
        <CommentThread comments={page.threads} />
      </div>
      {isOneOfMany && (
        <nav
          aria-label={t('pages')}
          className="mt-12 flex flex-wrap justify-between gap-x-6 gap-y-2 font-sans text-small"
        >
          {isContinued && (
            <a href={firstPages[order]} className="py-2">
              {t(`first.${order}`)}
            </a>
          )}
          {page.lastId !== null && (
            <a href={`${nextPath(slug, page.lastId)}#comments`} rel="next" className="ms-auto py-2">
              {t(`next.${order}`)}
            </a>
          )}
        </nav>
      )}
      {count > 0 && !isPageSlug(slug) && (
        <p className="mt-10 font-sans text-fine text-muted">
          <a href={commentFeedPath(slug)} className="inline-block py-1">
            {t('subscribe')}
          </a>
        </p>
      )}
      <CommentScripts {...writer} shown={count} />
    </section>
  )
}

/**
 * The forms and scripts of a thread.
 * @param shown a number that changes with each comment, which then gets its age
 */
export function CommentScripts({
  shown,
  ...writer
}: WriterProps & { isThread?: boolean; shown: number }) {
  return (
    <>
      <ClientMessages namespaces={['commentForm', 'ownComments']}>
        <CommentWriter {...writer} notifiesReplies={isMailEnabled()} />
      </ClientMessages>
      <CommentIsland key={shown} />
    </>
  )
}
