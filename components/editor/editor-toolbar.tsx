import type { EditorView } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { editorActions } from './editor-actions'
import { Icon } from './icon'
import { roveToolbar, withKey } from './toolbar'

/** The formatting buttons. */
export function EditorToolbar({ view }: { view: EditorView | undefined }) {
  const t = useTranslations('editor')
  return (
    <div role="toolbar" aria-label={t('toolbar.label')} className="editor-tools" ref={roveToolbar}>
      {view &&
        editorActions.map(
          ({ name, icon, key, run }) =>
            icon && (
              <button
                key={name}
                type="button"
                aria-label={t(`actions.${name}`)}
                title={withKey(t(`actions.${name}`), key)}
                // Keeps focus in the text and, on phones, the virtual keyboard open.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  run(view)
                  view.focus()
                }}
              >
                <Icon path={icon} />
              </button>
            ),
        )}
    </div>
  )
}
