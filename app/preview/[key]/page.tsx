import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { linkCardsFrom } from '@/components/link-previews/link-card'
import { CoverImage } from '@/components/posts/cover-image'
import { PostContents } from '@/components/posts/post-contents'
import { PostHeader } from '@/components/posts/post-header'
import { documentTitle } from '@/components/ui/document-title'
import { outlinePost } from '@/lib/markdown/outline-post'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getPreviewedPost } from '@/lib/posts/editing/preview-key'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { guessLanguage } from '@/lib/posts/reading/guess-language'
import { getBlog } from '@/lib/settings/get-blog'
import { interfaceLanguage, ownLanguage } from '@/lib/text/interface-language'

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
  const post = await readPost((await params).key)
  const [t, blog, previews, { readingMinutes, headings }] = await Promise.all([
    getTranslations('posts'),
    getBlog(),
    getLinkCards(post.content),
    outlinePost(post.content),
  ])
  const content = await renderPostMarkdown(post.content, linkCardsFrom(previews))
  const language = guessLanguage(`${post.title}\n${post.content}`, blog.language)
  return (
    <article className="post" lang={language ?? ownLanguage(blog.language)}>
      <p
        role="note"
        lang={interfaceLanguage}
        className="mb-8 rounded-card bg-wash px-4 py-3 font-sans text-small"
      >
        {t('previewNote')}
      </p>
      <PostHeader {...{ post, blog, readingMinutes }} />
      {post.cover !== '' && <CoverImage src={post.cover} alt={post.coverAlt} isFirst />}
      <PostContents headings={headings} language={language ?? blog.language} />
      <div className="prose post-text mt-10" dir="auto">
        {content}
      </div>
    </article>
  )
}
