import { useLocale, useTranslations } from 'next-intl'
import { RecordView } from './record-view'

/** Sample whole numbers that cover every plural category of every language. */
const samples = [...Array.from({ length: 13 }, (_, number) => number), 100, 1_000_000]

/**
 * The number of views on the page of a post. Also counts the reader’s view. The browser gets the
 * text of each plural category with `#` for the number, so that it needs no message formatter.
 */
export function CountedViews({ slug, views }: { slug: string; views: number }) {
  const t = useTranslations('views')
  const language = useLocale()
  const rules = new Intl.PluralRules(language)
  const forms = Object.fromEntries(
    samples.map((count) => [
      rules.select(count),
      t('count', { count }).replace(count.toLocaleString(language), '#'),
    ]),
  )
  // Space for one more digit avoids layout shift.
  const reservedWidth = Math.max(
    ...Object.values(forms).map(
      (form) => form.length + ((views + 1) * 10).toLocaleString(language).length - 1,
    ),
  )
  return (
    <RecordView
      slug={slug}
      views={views}
      language={language}
      forms={forms}
      reservedWidth={reservedWidth}
    >
      {t('count', { count: views })}
    </RecordView>
  )
}
