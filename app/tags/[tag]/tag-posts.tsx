import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ListPages } from '@/components/posts/list-pages'
import { PostList } from '@/components/posts/post-list'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { PageTitle } from '@/components/ui/page-title'
import { isTagPart, tagFeedPath, tagPath } from '@/lib/paths'
import { listPosts } from '@/lib/posts/reading/get-posts'
import { getBlog } from '@/lib/settings/get-blog'

/** The parsed address of a tag page. */
export type TagPage = {
  tag: string
  /** The tag as spelled in the address, encoded. */
  part: string
  page: number
}

export async function describeTag({ tag, page }: TagPage): Promise<Metadata> {
  const t = await getTranslations('tags')
  return {
    title: documentTitle(t(page === 1 ? 'postsOn' : 'pageOfPostsOn', { tag, page })),
    description: t('descriptionOf', { tag }),
    alternates: {
      canonical: tagPath(tag, page),
      types: { 'application/rss+xml': [{ url: tagFeedPath(tag), title: t('postsOn', { tag }) }] },
    },
  }
}

/** One page of the posts with a tag. Other spellings redirect to the canonical address. */
export async function TagPosts({ tag, part, page }: TagPage) {
  const [t, { posts, pages, total }, blog] = await Promise.all([
    getTranslations(),
    listPosts(page, tag),
    getBlog(),
  ])
  if (posts.length === 0) notFound()
  if (!isTagPart(part, tag)) permanentRedirect(tagPath(tag, page))
  return (
    <>
      <p className="mb-3 font-sans text-fine text-muted">
        <a href="/tags">{t('tags.title')}</a>
      </p>
      <PageTitle>
        <ContentLang>{tag}</ContentLang>
      </PageTitle>
      <p className="mt-3 mb-14 flex gap-5 font-sans text-fine text-muted">
        <span>{t('posts.count', { count: total })}</span>
        <a href={tagFeedPath(tag)}>{t('navigation.rss')}</a>
      </p>
      <PostList posts={posts} blog={blog} />
      <ListPages page={page} pages={pages} pathOf={(other) => tagPath(tag, other)} />
    </>
  )
}
