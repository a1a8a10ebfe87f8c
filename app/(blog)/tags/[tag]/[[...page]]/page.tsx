import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ListPages } from '@/components/posts/list-pages'
import { PostList } from '@/components/posts/post-list'
import { readPageNumber } from '@/components/posts/read-page-number'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { PageTitle } from '@/components/ui/page-title'
import { noStaticParams } from '@/lib/http/responses'
import { isTagPart, readTag, tagFeedPath, tagPath } from '@/lib/paths'
import { listPosts } from '@/lib/posts/reading/get-posts'

type Props = { params: Promise<{ tag: string; page?: string[] }> }

export const generateStaticParams = noStaticParams

/** Parses `/tags/a` and `/tags/a/page/2`. */
async function readAddress({ params }: Props) {
  const { tag: part, page: pagePath = ['page', '1'] } = await params
  const tag = readTag(part)
  const page = readPageNumber(pagePath[1] ?? '')
  if (tag === undefined || page === undefined || pagePath[0] !== 'page' || pagePath.length > 2)
    notFound()
  return { tag, page, path: tagPath(tag, page), isCanonical: isTagPart(part, tag) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { tag, page, path }] = await Promise.all([getTranslations('tags'), readAddress(props)])
  return {
    title: documentTitle(t(page === 1 ? 'postsOn' : 'pageOfPostsOn', { tag, page })),
    description: t('descriptionOf', { tag }),
    alternates: {
      canonical: path,
      types: { 'application/rss+xml': [{ url: tagFeedPath(tag), title: t('postsOn', { tag }) }] },
    },
  }
}

/** One page of the posts with a tag. Other spellings redirect to the canonical address. */
export default async function TagPage(props: Props) {
  const { tag, page, path, isCanonical } = await readAddress(props)
  const [t, { posts, pages, total }, { page: pagePath }] = await Promise.all([
    getTranslations(),
    listPosts(page, tag),
    props.params,
  ])
  if (posts.length === 0) notFound()
  if (!isCanonical || (pagePath && page === 1)) permanentRedirect(path)
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
      <PostList posts={posts} />
      <ListPages page={page} pages={pages} pathOf={(other) => tagPath(tag, other)} />
    </>
  )
}
