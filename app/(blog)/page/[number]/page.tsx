import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ListPages } from '@/components/posts/list-pages'
import { MostRead } from '@/components/posts/most-read'
import { PostList } from '@/components/posts/post-list'
import { readPageNumber } from '@/components/posts/read-page-number'
import { Message } from '@/components/ui/message'
import { noStaticParams } from '@/lib/http/responses'
import { listPosts } from '@/lib/posts/reading/get-posts'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { listMostRead } from '@/lib/views/list-most-read'

type Props = { params: Promise<{ number: string }> }

/** Seconds, for data that no write revalidates, such as view counts. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

async function pageNumber({ params }: Props): Promise<number> {
  return readPageNumber((await params).number) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, page] = await Promise.all([getTranslations('posts'), pageNumber(props)])
  return page === 1
    ? { alternates: { canonical: '/' } }
    : { title: t('page', { page }), alternates: { canonical: `/page/${page}` } }
}

export default async function ListPage(props: Props) {
  const page = await pageNumber(props)
  const [t, { posts, pages }, mostRead, blog] = await Promise.all([
    getTranslations('posts'),
    listPosts(page),
    page === 1 ? listMostRead() : [],
    getBlog(),
  ])
  if (page > pages) notFound()
  return (
    <>
      {page === 1 && blog.description !== '' && (
        <p lang={await markedLanguage(blog.language)} className="home-words text-lead text-muted">
          {blog.description}
        </p>
      )}
      {posts.length === 0 ? (
        <Message title={t('empty')}>
          <p>{t('emptyHint')}</p>
        </Message>
      ) : (
        <>
          <h1 className="sr-only">{t('list')}</h1>
          <PostList posts={posts} blog={blog} />
        </>
      )}
      <ListPages
        page={page}
        pages={pages}
        pathOf={(other) => (other === 1 ? '/' : `/page/${other}`)}
      />
      <MostRead posts={mostRead} />
    </>
  )
}
