import type { ReactNode } from 'react'
import { linkCardsFrom } from '@/components/link-previews/post-cards'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { PostOutline } from '@/lib/markdown/outline-post'
import { shownLinkCards } from '@/lib/markdown/parse-post-markdown'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { readVideo } from '@/lib/markdown/video'
import type { Post } from '@/lib/posts/post'
import { guessLanguage } from '@/lib/posts/reading/guess-language'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage, pageTexts } from '@/lib/settings/page-language'
import { CoverImage } from './cover-image'
import { PostContents } from './post-contents'
import { type HeaderProps, PostHeader } from './post-header'
import { VideoPlayer } from './video-player'

type Props = Omit<HeaderProps, 'readingMinutes'> & {
  previews: ReadonlyMap<string, LinkPreview>
  outline: PostOutline
  /** Shown above the post. */
  note?: ReactNode
}

/** Returns the language of a post (BCP 47); undefined for the blog's language. */
export const languageOf = ({ title, content }: Post, blog: Blog) =>
  guessLanguage(`${title}\n${content}`, blog.language)

/** A post with its title, cover, table of contents and text. */
export async function PostArticle({ post, blog, previews, outline, read, note }: Props) {
  const { readingMinutes, headings } = outline
  // `renderPostMarkdown` uses the messages of the page.
  await pageTexts()
  const language = languageOf(post, blog)
  return (
    <article className="post" lang={language ?? (await markedLanguage(blog.language))}>
      {note}
      <PostHeader post={post} blog={blog} readingMinutes={readingMinutes} {...(read && { read })} />
      {post.cover !== '' && <CoverImage src={post.cover} alt={post.coverAlt} place="top" />}
      <PostContents headings={headings} language={language ?? blog.language} />
      <div className="prose post-text mt-10" dir="auto">
        {await renderPostMarkdown(post.content, linkCardsFrom(previews))}
      </div>
      {shownLinkCards(post.content).some(readVideo) && <VideoPlayer />}
    </article>
  )
}
