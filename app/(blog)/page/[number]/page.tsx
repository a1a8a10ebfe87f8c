import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ListPages } from '@/components/posts/list-pages'
import { PostList } from '@/components/posts/post-list'
import { readPageNumber } from '@/components/posts/read-page-number'
import { Masthead } from '@/components/ui/masthead'
import { Message } from '@/components/ui/message'
import { noStaticParams } from '@/lib/http/responses'
import { listPosts } from '@/lib/posts/reading/get-posts'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ number: string }> }

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
  const [t, { posts, pages }, blog] = await Promise.all([
    getTranslations('posts'),
    listPosts(page),
    getBlog(),
  ])
  if (page > pages) notFound()
  return (
    <>
      {page > 1 && <h1 className="sr-only">{t('list')}</h1>}
      {posts.length === 0 ? (
        <Message title={t('empty')}>
          <p>{t('emptyHint')}</p>
        </Message>
      ) : (
        <>
          {page === 1 && <Masthead blog={blog} />}
          <PostList posts={posts} hasLead={page === 1} />
        </>
      )}
      <ListPages
        page={page}
        pages={pages}
        pathOf={(other) => (other === 1 ? '/' : `/page/${other}`)}
      />
    </>
  )
}
