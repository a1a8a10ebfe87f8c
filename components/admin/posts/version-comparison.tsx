import { compareTexts } from '@/lib/posts/versions/compare-texts'
import type { PostVersionText } from '@/lib/posts/versions/post-versions'
import { ComparedText } from './compared-text'

type Props = { before: PostVersionText; after: PostVersionText }

const fieldLabels = {
  title: 'Title',
  slug: 'Slug',
  summary: 'Summary',
  tags: 'Tags',
  cover: 'Cover image',
  coverAlt: 'What the cover shows',
} as const

/** Shows the differences between two versions of a post in its metadata and text. */
export function VersionComparison({ before, after }: Props) {
  const changes = Object.entries(fieldLabels).flatMap(([field, name]) => {
    const [was, is] = [before, after].map((version) => String(Reflect.get(version, field)))
    return was === is ? [] : [{ name, lines: compareTexts(was ?? '', is ?? '') }]
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
        <h3>Text</h3>
        <ComparedText lines={compareTexts(before.content, after.content)} />
      </section>
    </div>
  )
}
