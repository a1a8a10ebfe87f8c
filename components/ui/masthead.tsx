import { use } from 'react'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { AuthorPicture } from './author-picture'
import { BlogName } from './site-header'
import { SocialLinks } from './social-links'

/** The head of the home page, instead of the name or logo in the header. */
export function Masthead({ blog }: { blog: Blog }) {
  const { description, picture, language } = blog
  return (
    <div className="masthead" lang={use(markedLanguage(language))}>
      <AuthorPicture picture={picture} />
      <h1 dir="auto">
        <BlogName blog={blog} />
      </h1>
      {description !== '' && <p dir="auto">{description}</p>}
      <SocialLinks blog={blog} />
    </div>
  )
}
