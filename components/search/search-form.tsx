import { useTranslations } from 'next-intl'
import type { InputHTMLAttributes } from 'react'
import { searchLengthMax } from '@/lib/search/search'

/** The form of the search page, which works without JavaScript. */
export function SearchForm(input: InputHTMLAttributes<HTMLInputElement>) {
  const t = useTranslations('liveSearch')
  return <SearchFields label={t('label')} submit={t('submit')} {...input} />
}

type Fields = InputHTMLAttributes<HTMLInputElement> & { label: string; submit: string }

/** The same form for a page whose language is not set yet. */
export function SearchFields({ label, submit, ...input }: Fields) {
  return (
    <search>
      <form action="/search" className="search-form">
        <label htmlFor="search-words">{label}</label>
        <input
          id="search-words"
          name="q"
          type="search"
          maxLength={searchLengthMax}
          required
          autoComplete="off"
          enterKeyHint="search"
          // Matches `:placeholder-shown`, which aligns an empty field with the page.
          placeholder=" "
          dir="auto"
          {...input}
        />
        <button type="submit">{submit}</button>
      </form>
    </search>
  )
}
