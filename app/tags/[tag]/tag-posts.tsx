import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
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

export function describeTag({ tag, page }: TagPage): Metadata {
  return {
    title: documentTitle(page === 1 ? `Posts on ${tag}` : `Posts on ${tag}, page ${page}`),
    description: `All there is on ${tag}, the newest first.`,
    alternates: {
      canonical: tagPath(tag, page),
      types: { 'application/rss+xml': [{ url: tagFeedPath(tag), title: `Posts on ${tag}` }] },
    },
  }
}

/** One page of the posts with a tag. Other spellings redirect to the canonical address. */
export async function TagPosts({ tag, part, page }: TagPage) {
  const [{ posts, pages, total }, blog] = await Promise.all([listPosts(page, tag), getBlog()])
  if (posts.length === 0) notFound()
  if (!isTagPart(part, tag)) permanentRedirect(tagPath(tag, page))
  return (
    <>
      <p className="mb-3 font-sans text-fine text-muted">
        <a href="/tags">Tags</a>
      </p>
      <PageTitle>
        <ContentLang>{tag}</ContentLang>
      </PageTitle>
      <p className="mt-3 mb-14 flex gap-5 font-sans text-fine text-muted">
        <span>
          {total === 1 ? 'One post' : `${new Intl.NumberFormat(blog.language).format(total)} posts`}
        </span>
        <a href={tagFeedPath(tag)}>RSS</a>
      </p>
      <PostList posts={posts} blog={blog} />
      <ListPages page={page} pages={pages} pathOf={(other) => tagPath(tag, other)} />
    </>
  )
}
