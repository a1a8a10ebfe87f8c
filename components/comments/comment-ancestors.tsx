import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import { isTombstone } from '@/lib/comments/comment'
import type { ShownComment } from '@/lib/comments/reading/shown-comment'
import { excerptComment } from '@/lib/markdown/excerpt-comment'
import { commentPath } from '@/lib/paths'

/** The ancestors of a comment in short form, from the top of the thread down. */
export function CommentAncestors({ ancestors }: { ancestors: ShownComment[] }) {
  const t = useTranslations('comments')
  if (ancestors.length === 0) return null
  return (
    <nav aria-label={t('ancestors')}>
      <ol className="mb-7 space-y-3 border-rule border-s ps-4 font-sans text-small">
        {ancestors.map((comment) => (
          <li key={comment.id} className="text-muted">
            {isTombstone(comment) ? (
              <a href={commentPath(comment.post_slug, comment.id)} className="italic">
                {t('deletedParent')}
              </a>
            ) : (
              <>
                <a
                  href={commentPath(comment.post_slug, comment.id)}
                  className="font-semibold text-ink"
                >
                  <ContentLang>{comment.author_name}</ContentLang>
                </a>{' '}
                <q cite={commentPath(comment.post_slug, comment.id)} dir="auto">
                  <ContentLang>{excerptComment(comment.content)}</ContentLang>
                </q>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
