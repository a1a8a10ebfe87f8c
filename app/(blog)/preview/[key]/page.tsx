import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { languageOf, PostArticle } from '@/components/posts/post-article'
import { documentTitle } from '@/components/ui/document-title'
import { outlinePost } from '@/lib/markdown/outline-post'
import { getPreviewedPost } from '@/lib/posts/editing/preview-key'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ key: string }> }

/** Rendered for each request, so that it shows the last saved text and ends with its link. */
export const dynamic = 'force-dynamic'

const readPost = cache(async (key: string) => (await getPreviewedPost(key)) ?? notFound())

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { title }] = await Promise.all([getTranslations('posts'), readPost((await params).key)])
  return { title: documentTitle(title || t('untitled')), robots: { index: false, follow: false } }
}

/**
 * Shows a draft as readers will see it, to the holder of its preview link. It counts no view and
 * accepts no comment.
 */
export default async function PreviewPage({ params }: Props) {
  const [post, blog] = await Promise.all([readPost((await params).key), getBlog()])
  const [t, locale, previews, outline] = await Promise.all([
    getTranslations('posts'),
    getLocale(),
    getLinkCards(post.content),
    outlinePost(post.content, languageOf(post, blog) ?? blog.language),
  ])
  const note = (
    <p
      role="note"
      lang={locale}
      className="mb-8 rounded-card bg-wash px-4 py-3 font-sans text-small"
    >
      {t('previewNote')}
    </p>
  )
  return <PostArticle post={post} blog={blog} previews={previews} outline={outline} note={note} />
}
