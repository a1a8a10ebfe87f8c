import { useTranslations } from 'next-intl'
import { areKeysOn, keyCommands, switchKeys } from './key-commands'

/** Lists the shortcuts in a native dialog: Escape closes it and restores the focus. */
export function AdminHelp({ onClose }: { onClose: () => void }) {
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
