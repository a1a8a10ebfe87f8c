import { useLocale, useTranslations } from 'next-intl'
import { use } from 'react'
import { useClientMessages } from '@/components/i18n/use-client-messages'
import type { ShownThreads } from '@/lib/comments/reading/list-threads'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentFeedPath } from '@/lib/paths'
import { type CommentOrder, commentOrders } from '@/lib/settings/blog-input'
import { getBlog } from '@/lib/settings/get-blog'
import { orderedThreadsPath, threadCommentsPath } from '@/lib/threads/thread-paths'
import { isPageSlug } from '@/lib/threads/thread-slug'
import type { PreviewComment } from './comment-form'
import { CommentFormFields, FormHeading } from './comment-form-fields'
import { CommentIsland } from './comment-island'
import { CommentThread } from './comment-item'
import { DeferredWriter } from './deferred-writer'
import { FollowForm } from './follow-form'
import { LikeForm } from './like-button'

export type WriterProps = { slug: string; isClosed: boolean; preview: PreviewComment }

type Props = WriterProps & {
  page: ShownThreads
  /** Number of comments on all pages. */
  count: number
  /** The blog’s order by default. */
  order?: CommentOrder
  /** True if there are threads before these. */
  isContinued?: boolean
}

/** A page of the threads of a post or page, with links to the other pages. */
export function CommentSection({
  page,
  count,
  order: given,
  isContinued = false,
  ...writer
}: Props) {
  const t = useTranslations('comments')
  const { slug, isClosed } = writer
  const blog = use(getBlog())
  const order = given ?? blog.order
  const firstPage = (name: CommentOrder) =>
    name === blog.order ? threadCommentsPath(slug) : `${orderedThreadsPath(slug, name)}#comments`
  const isOneOfMany = isContinued || page.lastId !== null
  return (
    <section
      id="comments"
      data-closed={isClosed || undefined}
      aria-labelledby="comments-heading"
      className="mt-20 border-rule border-t pt-10"
    >
      <div className="relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="comments-heading" className="font-medium text-heading tracking-tight">
          {t('heading', { count })}
        </h2>
        {(isOneOfMany || page.threads.length > 1) && (
          <nav aria-label={t('order.label')} className="font-sans text-fine text-muted">
            <ul className="flex gap-x-5">
              {commentOrders.map((name) => (
                <li key={name}>
                  {name === order ? (
                    <span aria-current="true" className="inline-block py-1 text-ink">
                      {t(`order.${name}`)}
                    </span>
                  ) : (
                    <a href={firstPage(name)} className="inline-block py-1">
                      {t(`order.${name}`)}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className="mt-8 has-[>:empty]:hidden">
        <CommentThread comments={page.threads} />
      </div>
      {isOneOfMany && (
        <nav
          aria-label={t('pages')}
          className="mt-12 flex flex-wrap justify-between gap-x-6 gap-y-2 font-sans text-small"
        >
          {isContinued && (
            <a href={firstPage(order)} className="py-2">
              {t(`first.${order}`)}
            </a>
          )}
          {page.lastId !== null && (
            <a
              href={`${orderedThreadsPath(slug, order, page.lastId)}#comments`}
              rel="next"
              className="ms-auto py-2"
            >
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
      {isMailEnabled() && !isClosed && <FollowForm slug={slug} />}
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
  const { slug, isClosed, isThread } = writer
  const notifiesReplies = isMailEnabled()
  const t = useTranslations('comments')
  return (
    <>
      <DeferredWriter
        {...writer}
        count={shown}
        notifiesReplies={notifiesReplies}
        locale={useLocale()}
        messages={useClientMessages(['commentForm', 'ownComments', 'returnVisits'])}
      >
        {!isThread && <FormHeading isClosed={isClosed} />}
        {!isThread && !isClosed && (
          <CommentFormFields slug={slug} notifiesReplies={notifiesReplies} />
        )}
      </DeferredWriter>
      <LikeForm slug={writer.slug} />
      <CommentIsland key={shown} linkCopied={t('linkCopied')} />
    </>
  )
}
