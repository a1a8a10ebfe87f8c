'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { areKeysOn, keyCommands, switchKeys } from './key-commands'
import { NewComments, type ShownList } from './new-comments'
import { useModerationEvents } from './use-moderation-events'
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
export function KeyboardShortcuts({ news, shown, ...actions }: Props) {
  const t = useTranslations('moderationClient')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { message, judgeCards, undoLast } = useVerdicts(actions)
  const openHelp = () => setHelpOpen(true)
  useModerationEvents({ judgeCards, undoLast, openHelp })
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
      {news !== undefined && <NewComments news={news} shown={shown} />}
      <button
        type="button"
        className="admin-link needs-script"
        aria-haspopup="dialog"
        onClick={openHelp}
      >
        {t('keys.title')}
      </button>
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

/** Lists the shortcuts in a native dialog: Escape closes it and restores the focus. */
function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('moderationClient.keys')
  return (
    <dialog
      className="admin-help"
      aria-labelledby="admin-help"
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      onClose={onClose}
    >
      <h2 id="admin-help">{t('title')}</h2>
      <dl>
        {keyCommands.map(({ key, command }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(command)}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          defaultChecked={areKeysOn()}
          onChange={({ target }) => switchKeys(target.checked)}
        />{' '}
        {t('enable')}
      </label>
      <form method="dialog">
        <button type="submit" className="admin-button">
          {t('close')}
        </button>
      </form>
    </dialog>
  )
}
