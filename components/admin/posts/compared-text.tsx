import { Fragment } from 'react'
import type { ComparedLine } from '@/lib/posts/versions/compare-texts'

/** What differs between two texts, line beneath line: what went is struck out, what came is marked. */
export function ComparedText({ lines }: { lines: ComparedLine[] }) {
  if (lines.length === 0) return <p className="admin-muted">The texts are the same.</p>
  return (
    <div className="compared" dir="auto">
      {lines.map((line, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other name, and never change places.
        return <Line key={index} line={line} />
      })}
    </div>
  )
}

function Line({ line }: { line: ComparedLine }) {
  if (line.kind === 'skipped') return <p className="compared-skipped">{line.lines} lines</p>
  const pieces = line.pieces.map(({ text, isChanged }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return isChanged ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>
  })
  // A line without a word has its height all the same.
  const words = line.pieces.every(({ text }) => text === '') ? <br /> : pieces
  if (line.kind === 'before') return <del>{words}</del>
  return line.kind === 'after' ? <ins>{words}</ins> : <p>{words}</p>
}
