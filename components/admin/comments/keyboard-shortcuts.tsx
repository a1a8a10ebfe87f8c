'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { AdminHelp } from './keyboard-help'
import { AdminNews } from './new-comments'
import type { ShownList } from './news-to-show'
import { useAdminEvents } from './use-moderation-events'
import { useVerdicts, type VerdictActions } from './use-verdicts'

type Props = VerdictActions & {
  /** The URL for polling new comments; undefined on later pages of the list. */
  news: string | undefined
  shown: ShownList
}

/**
 * Adds shortcuts, immediate verdicts and polling. The list and its forms are rendered by the server
 * and work without this script.
 */
export function AdminKeys({ news, shown, ...actions }: Props) {
  const t = useTranslations('moderationClient')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { message, judgeCards, undoLast } = useVerdicts(actions)
  useAdminEvents({ judgeCards, undoLast, openHelp: () => setHelpOpen(true) })
  return (
    <div className="admin-live">
      <p role="status" className="admin-toast">
        {message && <span key={message.at}>{message.text}</span>}
      </p>
      {message?.canUndo && (
        <button type="button" className="admin-link" onClick={() => void undoLast()}>
          {t('undo')}
        </button>
      )}
      {news !== undefined && <AdminNews news={news} shown={shown} />}
      <button
        type="button"
        className="admin-link needs-script"
        aria-haspopup="dialog"
        onClick={() => setHelpOpen(true)}
      >
        {t('keys.title')}
      </button>
      {isHelpOpen && <AdminHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
