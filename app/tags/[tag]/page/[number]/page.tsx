import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { readTagPart } from '@/app/tags/[tag]/read-tag-part'
import { describeTag, TagPosts } from '@/app/tags/[tag]/tag-posts'
import { readPageNumber } from '@/components/posts/read-page-number'
import { tagPath } from '@/lib/paths'

type Props = { params: Promise<{ tag: string; number: string }> }

/** Seconds: what no purge renews, such as the numbers of views, is renewed after that. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

async function readPage({ params }: Props) {
  const { tag: part, number } = await params
  const [tag, page] = [readTagPart(part), readPageNumber(number) ?? notFound()]
  if (page === 1) permanentRedirect(tagPath(tag))
  return { tag, part, page }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return describeTag(await readPage(props))
}

export default async function LaterTagPage(props: Props) {
  return <TagPosts {...(await readPage(props))} />
}
