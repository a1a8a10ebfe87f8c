import type { Metadata } from 'next'
import { readTagPart } from './read-tag-part'
import { describeTag, TagPosts } from './tag-posts'

type Props = { params: Promise<{ tag: string }> }

/** Seconds: what no purge renews, such as the numbers of views, is renewed after that. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

async function readPage({ params }: Props) {
  const { tag: part } = await params
  return { tag: readTagPart(part), part, page: 1 }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return describeTag(await readPage(props))
}

export default async function TagPage(props: Props) {
  return <TagPosts {...(await readPage(props))} />
}
