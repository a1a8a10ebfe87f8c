import type { EditorView } from '@codemirror/view'
import { type EditorAction, editorActions } from './editor-actions'
import { roveToolbar } from './rove-toolbar'

type Toggle = { label: string; isOn: boolean; set: (isOn: boolean) => void }

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

function describe({ label, key }: EditorAction): string {
  return key
    ? `${label} (${key
        .replace('Mod', isMac() ? '⌘' : 'Ctrl')
        .replaceAll('-', '+')
        .toUpperCase()})`
    : label
}

const rove = (toolbar: HTMLElement | null) => (toolbar ? roveToolbar(toolbar) : undefined)

/** The formatting and view buttons. Extensions add their own. */
export function EditorToolbar({
  view,
  toggles,
}: {
  view: EditorView | undefined
  toggles: Toggle[]
}) {
  const actions = view?.state.facet(editorActions).filter(({ only }) => only !== 'menu') ?? []
  return (
    <div className="editor-tools">
      <div role="toolbar" aria-label="Formatting" className="editor-toolbar" ref={rove}>
        {view &&
          actions.map((action) => (
            <button
              key={action.label}
              type="button"
              aria-label={action.label}
              title={describe(action)}
              // Keeps the focus in the text, and on phones the virtual keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                action.run(view)
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
                <path d={action.icon} />
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
