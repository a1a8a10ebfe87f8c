import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import { postPath } from '@/lib/paths'
import type { NextPost } from '@/lib/posts/reading/get-next-post'
import { CoverImage } from './cover-image'

/** The link to another post at the end of a post. */
export function ReadNext({ post: { slug, title, summary, cover, coverAlt } }: { post: NextPost }) {
  const t = useTranslations('posts')
  return (
    <section aria-labelledby="read-next" className="read-next print:hidden">
      <h2 id="read-next">{t('readNext')}</h2>
      <article className="post-entry">
        {cover !== '' && (
          // Not focusable: the title below links to the same post.
          <a href={postPath(slug)} tabIndex={-1}>
            <CoverImage src={cover} alt={coverAlt || title} place="list" />
          </a>
        )}
        <h3>
          <a href={postPath(slug)}>
            <ContentLang>{title}</ContentLang>
          </a>
        </h3>
        {summary !== '' && (
          <p>
            <ContentLang>{summary}</ContentLang>
          </p>
        )}
      </article>
    </section>
  )
}
