import { areKeysOn, keyCommands, switchKeys } from './key-commands'

/** Lists the shortcuts in a native dialog: Escape closes it and restores the focus. */
export function AdminHelp({ onClose }: { onClose: () => void }) {
  return (
    <dialog
      className="admin-help"
      aria-labelledby="admin-help"
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      onClose={onClose}
    >
      <h2 id="admin-help">Keys</h2>
      <dl>
        {keyCommands.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          defaultChecked={areKeysOn()}
          onChange={({ target }) => switchKeys(target.checked)}
        />{' '}
        Single keys act
      </label>
      <form method="dialog">
        <button type="submit" className="admin-button">
          Close
        </button>
      </form>
    </dialog>
  )
}
