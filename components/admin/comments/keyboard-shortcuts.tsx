'use client'
import { useState } from 'react'
import { DeskHelp } from './keyboard-help'
import { DeskNews } from './new-comments'
import type { ShownList } from './news-to-show'
import { useDeskEvents } from './use-moderation-events'
import { useVerdicts, type VerdictActions } from './use-verdicts'

type Props = VerdictActions & {
  /** Where to ask for what has come since; undefined on a page further down. */
  news: string | undefined
  shown: ShownList
}

/** All that a script adds to the desk: keys, quick verdicts and news. The list itself is the server's, and so are its forms. */
export function DeskKeys({ news, shown, ...actions }: Props) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { said, judgeCards, undoLast } = useVerdicts(actions)
  useDeskEvents({ judgeCards, undoLast, openHelp: () => setHelpOpen(true) })
  return (
    <div className="desk-live">
      <p role="status" className="desk-toast">
        {said && <span key={said.at}>{said.text}</span>}
      </p>
      {said?.canUndo && (
        <button type="button" className="desk-link" onClick={() => void undoLast()}>
          Undo
        </button>
      )}
      {news !== undefined && <DeskNews news={news} shown={shown} />}
      <button type="button" className="desk-link needs-script" aria-haspopup="dialog" onClick={() => setHelpOpen(true)}>
        Keyboard
      </button>
      {isHelpOpen && <DeskHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
