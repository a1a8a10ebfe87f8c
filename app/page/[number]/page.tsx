import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ListPages } from '@/components/posts/list-pages'
import { MostRead } from '@/components/posts/most-read'
import { PostList } from '@/components/posts/post-list'
import { Message } from '@/components/ui/message'
import { listPosts } from '@/lib/posts/get-posts'
import { listMostRead } from '@/lib/views/list-most-read'

type Props = { params: Promise<{ number: string }> }

/** Seconds: what no purge renews, such as the numbers of views, is renewed after that. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

async function pageNumber({ params }: Props): Promise<number> {
  const { number } = await params
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await pageNumber(props)
  return page === 1 ? { alternates: { canonical: '/' } } : { title: `Page ${page}`, alternates: { canonical: `/page/${page}` } }
}

export default async function ListPage(props: Props) {
  const page = await pageNumber(props)
  const [{ posts, pages }, mostRead] = await Promise.all([listPosts(page), page === 1 ? listMostRead() : []])
  if (page > pages) notFound()
  return (
    <>
      <h1 className="sr-only">Posts</h1>
      {posts.length === 0 ? (
        <Message title="Nothing here yet">
          <p>The first post is still being written.</p>
        </Message>
      ) : (
        <PostList posts={posts} />
      )}
      <ListPages page={page} pages={pages} />
      <MostRead posts={mostRead} />
    </>
  )
}
