import { useTranslations } from 'next-intl'
import { use } from 'react'
import { AuthorPicture } from '@/components/ui/author-picture'
import { SocialLinks } from '@/components/ui/social-links'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

/** The author of the blog, below a post. Renders nothing if the owner wrote nothing about them. */
export function AuthorBox({ blog }: { blog: Blog }) {
  const t = useTranslations('posts')
  const { author, bio, picture, language } = blog
  if (author === '' || bio === '') return null
  return (
    <aside aria-label={t('aboutAuthor')} className="author-box">
      <AuthorPicture picture={picture} />
      <div lang={use(markedLanguage(language))} dir="auto">
        <p className="author-name">{author}</p>
        <p>{bio}</p>
        <SocialLinks blog={blog} />
      </div>
    </aside>
  )
}
