import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readCommentId } from '@/app/posts/[slug]/read-post'
import { ContentLang } from '@/components/ui/content-lang'
import { Message } from '@/components/ui/message'
import { findComment } from '@/lib/comments/reading/find-comment'
import { commentPath } from '@/lib/paths'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('reports')
  return { title: t('thanks'), robots: { index: false } }
}

/** The page after a plain report. It is the same for new and repeated reports. */
export default async function ThanksPage({ params }: { params: Promise<{ id: string }> }) {
  const t = await getTranslations('reports')
  const navigation = await getTranslations('navigation')
  const id = readCommentId((await params).id)
  const found = await findComment(id)
  return (
    <Message title={t('thanks')}>
      <p>{t('done')}</p>
      <p className="mt-5">
        {found ? (
          <a href={commentPath(found.comment.post_slug, id)}>
            {t.rich('backToPost', {
              title: found.postTitle,
              post: (title) => <ContentLang>{title}</ContentLang>,
            })}
          </a>
        ) : (
          <a href="/">{navigation('allPosts')}</a>
        )}
      </p>
    </Message>
  )
}
