import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

/** Links to the profiles of the blog's author. Renders nothing if there are none. */
export function SocialLinks({ blog: { social, language } }: { blog: Blog }) {
  if (social.length === 0) return null
  return (
    <ul className="social-links" lang={ownLanguage(language)}>
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
