import { notFound } from 'next/navigation'
import PostPage, { generateMetadata as generatePostMetadata } from '@/app/(blog)/posts/[slug]/page'
import { noStaticParams } from '@/lib/http/responses'
import { isReservedSegment } from '@/lib/posts/reserved-segments'

type Props = { params: Promise<{ slug: string }> }

export const generateStaticParams = noStaticParams

/** Returns 404 for files, such as `/wp-login.php`, without querying the database. */
async function asPage({ params }: Props): Promise<{ slug: string; isPage: true }> {
  const { slug } = await params
  return isReservedSegment(slug) ? notFound() : { slug, isPage: true }
}

export const generateMetadata = (props: Props) => generatePostMetadata({ params: asPage(props) })

/** A page of the blog, such as About. */
export default async function BlogPage(props: Props) {
  const params = await asPage(props)
  return <PostPage params={Promise.resolve(params)} />
}
