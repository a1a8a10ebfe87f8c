import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'
import { AuthorPicture } from './author-picture'
import { SocialLinks } from './social-links'

/** The head of the home page, instead of the name in the header. */
export function Masthead({ blog }: { blog: Blog }) {
  const { name, description, picture, language } = blog
  return (
    <div className="masthead" lang={ownLanguage(language)}>
      <AuthorPicture picture={picture} />
      <h1 dir="auto">{name}</h1>
      {description !== '' && <p dir="auto">{description}</p>}
      <SocialLinks blog={blog} />
    </div>
  )
}
