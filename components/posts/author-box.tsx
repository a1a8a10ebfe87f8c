import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Avatar } from '@/components/comments/avatar'
import { AuthorPicture } from '@/components/ui/author-picture'
import { SocialLinks } from '@/components/ui/social-links'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

/**
 * The author of a post, below it. Renders nothing if the blog names no author.
 * @param writer the name of the author; empty for the author of the blog
 */
export function AuthorBox({ blog, writer }: { blog: Blog; writer: string }) {
  const t = useTranslations('posts')
  const { bio, picture, language } = blog
  const isOwner = writer === ''
  const author = writer || blog.author
  if (author === '') return null
  return (
    <aside aria-label={t('aboutAuthor')} className="author-box">
      {isOwner && picture !== '' ? <AuthorPicture picture={picture} /> : <Avatar name={author} />}
      <div lang={use(markedLanguage(language))} dir="auto">
        <p className="author-name">{author}</p>
        {isOwner && bio !== '' && <p>{bio}</p>}
        {isOwner && <SocialLinks blog={blog} />}
      </div>
    </aside>
  )
}
