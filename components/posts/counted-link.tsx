import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type Props = { href: string; posts: number; isCurrent?: boolean; children: ReactNode }

/** A link to a list of posts, with their number. */
export function CountedLink({ href, posts, isCurrent = false, children }: Props) {
  const t = useTranslations('posts')
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} className="tag">
      {children}{' '}
      {t.rich('numberOfPosts', {
        count: posts,
        number: (number) => <span className="tag-count">{number}</span>,
        unit: (unit) => <span className="sr-only">{unit}</span>,
      })}
    </a>
  )
}
