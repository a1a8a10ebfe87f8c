import { useTranslations } from 'next-intl'
import { commentFeedPath, postFeeds } from '@/lib/paths'
import type { Blog } from '@/lib/settings/get-blog'

/** Lets browsers and feed readers discover the feeds and the search on every page. */
export function FeedLinks({ blog }: { blog: Blog }) {
  const t = useTranslations('navigation')
  return (
    <>
      {postFeeds.map(({ path, mediaType, title }) => (
        <link
          key={path}
          rel="alternate"
          type={mediaType}
          href={path}
          title={`${blog.name} (${title})`}
        />
      ))}
      <link
        rel="alternate"
        type="application/atom+xml"
        href={commentFeedPath()}
        title={t('allComments')}
      />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        href="/opensearch.xml"
        title={blog.name}
      />
    </>
  )
}
