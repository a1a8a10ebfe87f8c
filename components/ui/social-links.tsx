import { use } from 'react'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

/** Links to the profiles of the blog's author. Renders nothing if there are none. */
export function SocialLinks({ blog: { social, language } }: { blog: Blog }) {
  if (social.length === 0) return null
  return (
    <ul className="social-links" lang={use(markedLanguage(language))}>
      {social.map(({ text, href }) => (
        <li key={href}>
          <a href={href} rel="me" dir="auto">
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
