import { useTranslations } from 'next-intl'
import type { InputHTMLAttributes } from 'react'
import { searchLengthMax } from '@/lib/search/search'

/** The form of the search page, which works without JavaScript. */
export function SearchForm(input: InputHTMLAttributes<HTMLInputElement>) {
  const t = useTranslations('liveSearch')
  return (
    <search>
      <form action="/search" className="search-form">
        <label htmlFor="search-words">{t('label')}</label>
        <input
          id="search-words"
          name="q"
          type="search"
          maxLength={searchLengthMax}
          required
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          {...input}
        />
        <button type="submit">{t('submit')}</button>
      </form>
    </search>
  )
}
