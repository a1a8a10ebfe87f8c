import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { postPath } from '@/lib/paths'
import type { AdjacentPosts as Around, PostLink } from '@/lib/posts/reading/get-adjacent-posts'

/** Links at the end of a post: related posts, and the previous and next one. */
export function AdjacentPosts({ older, newer, related }: Around) {
  const t = useTranslations('posts')
  return (
    <div className="print:hidden">
      {related.length > 0 && (
        <section aria-labelledby="related-posts" className="mt-16 border-rule border-t pt-8">
          <h2 id="related-posts" className="font-sans font-semibold text-small">
            {t('related')}
          </h2>
          <ul className="mt-2">
            {related.map((post) => (
              <li key={post.slug} className="related-post">
                <a
                  href={postPath(post.slug)}
                  className="font-medium text-lead decoration-transparent"
                >
                  <ContentLang>{post.title}</ContentLang>
                </a>
                <DateTime value={post.publishedAt} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(older ?? newer) && (
        <nav aria-label={t('adjacent')} className="posts-beside">
          {older && <BesideLink post={older} rel="prev" label={t('previous')} />}
          {newer && <BesideLink post={newer} rel="next" label={t('next')} />}
        </nav>
      )}
    </div>
  )
}

function BesideLink({ post, rel, label }: { post: PostLink; rel: 'prev' | 'next'; label: string }) {
  return (
    <a href={postPath(post.slug)} rel={rel}>
      <span className="text-fine text-muted">{label}</span>
      <ContentLang>{post.title}</ContentLang>
    </a>
  )
}
