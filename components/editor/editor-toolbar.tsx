import type { EditorView } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { editorActions } from './editor-actions'
import { roveToolbar } from './rove-toolbar'

type Toggle = { label: string; isOn: boolean; set: (isOn: boolean) => void }

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

function withKey(label: string, key: string | undefined): string {
  return key
    ? `${label} (${key
        .replace('Mod', isMac() ? '⌘' : 'Ctrl')
        .replaceAll('-', '+')
        .toUpperCase()})`
    : label
}

/** The formatting and view buttons. Extensions add their own. */
export function EditorToolbar({
  view,
  toggles,
}: {
  view: EditorView | undefined
  toggles: Toggle[]
}) {
  const t = useTranslations('editor')
  const actions = view?.state.facet(editorActions).filter(({ only }) => only !== 'menu') ?? []
  return (
    <div className="editor-tools">
      <div
        role="toolbar"
        aria-label={t('toolbar.label')}
        className="editor-toolbar"
        ref={roveToolbar}
      >
        {view &&
          actions.map(({ name, icon, key, run }) => (
            <button
              key={name}
              type="button"
              aria-label={t(`actions.${name}`)}
              title={withKey(t(`actions.${name}`), key)}
              // Keeps the focus in the text, and on phones the virtual keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                run(view)
                view.focus()
              }}
            >
              <svg
                viewBox="0 0 24 24"
                width="20"
                height="20"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={icon} />
              </svg>
            </button>
          ))}
      </div>
      <div className="editor-toggles">
        {toggles.map(({ label, isOn, set }) => (
          <button key={label} type="button" aria-pressed={isOn} onClick={() => set(!isOn)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
