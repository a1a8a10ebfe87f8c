import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import type { ComparedLine } from '@/lib/posts/versions/compare-texts'

/** Shows the line-by-line diff of two texts, with deletions struck out and additions marked. */
export function ComparedText({ lines }: { lines: ComparedLine[] }) {
  const t = useTranslations('postFormClient.comparison')
  if (lines.length === 0) return <p className="admin-muted">{t('same')}</p>
  return (
    <div className="compared" dir="auto">
      {lines.map((line, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and keep their order.
        return <Line key={index} line={line} />
      })}
    </div>
  )
}

function Line({ line }: { line: ComparedLine }) {
  const t = useTranslations('postFormClient.comparison')
  if (line.kind === 'skipped')
    return <p className="compared-skipped">{t('skipped', { count: line.lines })}</p>
  const pieces = line.pieces.map(({ text, isChanged }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return isChanged ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>
  })
  // Gives empty lines the height of a line.
  const content = line.pieces.every(({ text }) => text === '') ? <br /> : pieces
  if (line.kind === 'before') return <del>{content}</del>
  return line.kind === 'after' ? <ins>{content}</ins> : <p>{content}</p>
}
