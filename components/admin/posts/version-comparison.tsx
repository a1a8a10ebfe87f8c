import { useTranslations } from 'next-intl'
import { compareTexts } from '@/lib/posts/versions/compare-texts'
import type { PostVersionText } from '@/lib/posts/versions/post-versions'
import { ComparedText } from './compared-text'

type Props = { before: PostVersionText; after: PostVersionText }

const fields = ['title', 'slug', 'summary', 'tags', 'cover', 'coverAlt'] as const

/** Shows the differences between two versions of a post in its metadata and text. */
export function VersionComparison({ before, after }: Props) {
  const [t, label] = [useTranslations('versions'), useTranslations('postFormClient.fields')]
  const changes = fields.flatMap((field) => {
    const [was, is] = [String(before[field]), String(after[field])]
    return was === is ? [] : [{ name: label(field), lines: compareTexts(was, is) }]
  })
  return (
    <div className="comparison">
      {changes.map(({ name, lines }) => (
        <section key={name}>
          <h3>{name}</h3>
          <ComparedText lines={lines} />
        </section>
      ))}
      <section>
        <h3>{t('text')}</h3>
        <ComparedText lines={compareTexts(before.content, after.content)} />
      </section>
    </div>
  )
}
