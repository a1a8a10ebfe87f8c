import { useLocale, useTranslations } from 'next-intl'
import type { Heading } from '@/lib/markdown/outline-post'
import { CurrentSection } from './current-section'

/** Fewer headings do not need a table of contents. */
const headingsMin = 3
/** With more headings, only the top level is listed. */
const headingsMax = 30

type Part = { heading: Heading; parts: Heading[] }

function groupParts(headings: Heading[]): Part[] {
  const groups: Part[] = []
  for (const heading of headings) {
    const last = groups.at(-1)
    if (heading.level === 3 && last?.heading.level === 2) last.parts.push(heading)
    else groups.push({ heading, parts: [] })
  }
  return groups
}

function HeadingLink({ heading }: { heading: Heading }) {
  return (
    <a href={`#${heading.id}`}>
      <bdi>{heading.text}</bdi>
    </a>
  )
}

/**
 * Table of contents of a post. It is above the text on narrow screens, closed; and sticky beside it
 * on wide ones, where CSS keeps it open.
 * @param language of the post, BCP 47
 */
export function PostContents({ headings, language }: { headings: Heading[]; language: string }) {
  const t = useTranslations('posts')
  const locale = useLocale()
  if (headings.length < headingsMin) return null
  const shown =
    headings.length > headingsMax ? headings.filter(({ level }) => level === 2) : headings
  return (
    <nav aria-label={t('contents')} lang={locale} className="contents-place">
      <details className="contents-list">
        <summary>{t('contents')}</summary>
        <ol lang={language}>
          {groupParts(shown.length > 0 ? shown : headings).map(({ heading, parts }) => (
            <li key={heading.id}>
              <HeadingLink heading={heading} />
              {parts.length > 0 && (
                <ol>
                  {parts.map((part) => (
                    <li key={part.id}>
                      <HeadingLink heading={part} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      </details>
      <CurrentSection />
    </nav>
  )
}
