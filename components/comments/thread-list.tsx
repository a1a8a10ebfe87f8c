import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import type { ShownThreads, ThreadOrder } from '@/lib/comments/reading/shown-comment'
import { postPath } from '@/lib/paths'
import type { PreviewComment } from './comment-form'
import { CommentSection } from './comment-section'

type Props = {
  post: { slug: string; title: string; commentsClosed: boolean }
  page: ShownThreads
  count: number
  order: ThreadOrder
  isContinued: boolean
  preview: PreviewComment
}

/** A page of comments without its post. */
export function ThreadList({ post, ...section }: Props) {
  const t = useTranslations('comments')
  return (
    <>
      <p className="font-sans text-fine text-muted">{t('onPost')}</p>
      <h1 className="mt-1.5 font-medium text-heading tracking-tight" dir="auto">
        <a href={postPath(post.slug)} className="decoration-transparent">
          <ContentLang>{post.title}</ContentLang>
        </a>
      </h1>
      <CommentSection slug={post.slug} isClosed={post.commentsClosed} {...section} />
    </>
  )
}
