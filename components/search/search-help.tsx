import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

const code = (words: ReactNode) => <code>{words}</code>

/** Explains the search syntax before the first search. */
export function SearchHelp() {
  const t = useTranslations('search')
  return (
    <div className="search-help">
      <p>{t('help.words')}</p>
      <ul>
        <li>{t.rich('help.phrase', { code })}</li>
        <li>{t.rich('help.excluded', { code })}</li>
        <li>{t.rich('help.or', { code })}</li>
      </ul>
      <p>
        {t.rich('help.lists', {
          archive: (words) => <a href="/archive">{words}</a>,
          tags: (words) => <a href="/tags">{words}</a>,
        })}
      </p>
    </div>
  )
}
