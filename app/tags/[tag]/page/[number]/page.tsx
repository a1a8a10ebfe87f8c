import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { readTagPart } from '@/app/tags/[tag]/read-tag-part'
import { describeTag, TagPosts } from '@/app/tags/[tag]/tag-posts'
import { readPageNumber } from '@/components/posts/read-page-number'
import { tagPath } from '@/lib/paths'

type Props = { params: Promise<{ tag: string; number: string }> }

/** Seconds, for data that no write revalidates, such as view counts. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
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
