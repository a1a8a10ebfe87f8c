import type { Metadata } from 'next'
import { readTagPart } from './read-tag-part'
import { describeTag, TagPosts } from './tag-posts'

type Props = { params: Promise<{ tag: string }> }

/** Seconds, for data that no write revalidates, such as view counts. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
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
