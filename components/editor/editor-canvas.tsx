'use client'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Theirs } from '@/components/editor/saving/draft'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { EditorToolbar } from './editor-toolbar'
import { setFocusMode } from './focus-mode'
import { KeptOffer } from './kept-offer'
import { type OpenEditor, openEditor, type RefusedText } from './open-editor'
import { PreviewPane } from './preview/preview-pane'
import { describeSaving, type SavingState } from './saving/saving-state'
import type { Typed } from './typed'
import { WordCount } from './word-count'

/** What came of the form around the editor, while the editor went on. */
export type FormAnswer = {
  saved?: { revision: number; slug: string }
  /** Somebody else has saved first. */
  isOvertaken?: boolean
}

export type PostEditorProps = {
  /** As the server holds it. */
  post: EditedPost
  /** What was typed and refused, where the page was made anew with it. */
  refused?: RefusedText | undefined
  /** The revision from which the form is saved without a script. */
  base?: number
  answer?: FormAnswer | undefined
  /** Where the draft is saved (PUT) and read anew (GET). */
  saveUrl: string
  /** What renders Markdown as the post’s page does. */
  previewUrl: string
  /** Further features of the text field. */
  extensions?: Extension[]
}

/** Where the words are, in words. */
function SavingStatus({ state }: { state: SavingState }) {
  return (
    <p className="editor-saving" data-phase={state.phase}>
      <span role="status">{describeSaving(state)}</span>
      {state.phase === 'signed-out' && (
        <a
          href={`/admin/sign-in?${new URLSearchParams({ next: '/admin' })}`}
          target="_blank"
          rel="noopener"
          className="underline"
        >
          Sign in, then go on here
        </a>
      )}
    </p>
  )
}

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog')).ConflictDialog,
}))

/** Somebody else has saved: typing goes on, and the difference is a button away. */
function ConflictNotice({
  editor,
  conflict,
}: {
  editor: OpenEditor
  conflict: SavingState & { phase: 'conflict' }
}) {
  const { theirs, isKept } = conflict
  // What is compared stays what it was when the comparison was opened: somebody is typing in it.
  const [compared, setCompared] = useState<Theirs>()
  return (
    <div role="alert" className="editor-notice">
      <p>
        {theirs.by || 'Another tab, or somebody else,'} saved this post meanwhile. What you write
        overwrites nothing
        {isKept
          ? ', and is kept in this browser.'
          : '. This browser cannot keep it: leave this page open.'}
      </p>
      <button type="button" className="admin-link" onClick={() => setCompared(theirs)}>
        Compare
      </button>
      {compared && (
        <Suspense fallback={<p>Loading the difference…</p>}>
          <ConflictDialog editor={editor} theirs={compared} close={() => setCompared(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** From there on there is room for the text and its preview beside one another. */
const wideScreen = '(min-width: 60rem)'

/** The editor with all that is around its text. */
export function EditorCanvas({
  post,
  refused,
  answer,
  saveUrl,
  previewUrl,
  extensions,
  typed,
}: PostEditorProps & { typed: Typed }) {
  const host = useRef<HTMLDivElement>(null)
  // It lives as long as the post is open; what it began from stays what it was.
  const start = useRef({ post, refused, saveUrl, extensions: extensions ?? [], typed })
  const isPublic = useRef(false)
  isPublic.current = post.state !== 'draft'
  const [editor, setEditor] = useState<OpenEditor>()
  const [saving, setSaving] = useState<SavingState>({ phase: 'saved' })
  const [isOpenTwice, setOpenTwice] = useState(false)
  const [isAway, setAway] = useState(false)
  const [hasPreview, setPreview] = useState(() => matchMedia(wideScreen).matches)
  const [hasFocusMode, setFocus] = useState(false)

  useEffect(() => {
    if (!host.current) return
    const opened = openEditor({
      ...{ host: host.current, ...start.current },
      ...{
        isPublic: () => isPublic.current,
        tell: setSaving,
        openedTwice: () => setOpenTwice(true),
        tellAway: setAway,
      },
    })
    setEditor(opened)
    const stopKeeping = keepCaretVisible(opened.view)
    return () => {
      stopKeeping()
      opened.close()
    }
  }, [])

  useEffect(() => {
    if (answer?.saved) editor?.session.formSaved(answer.saved.revision, answer.saved.slug)
    // What stands in the form by then is told by the notice above it; here one can go on from it.
    if (answer?.isOvertaken) void editor?.session.compare()
  }, [editor, answer])

  useEffect(() => {
    if (editor) setFocusMode(editor.view, hasFocusMode)
    if (hasFocusMode) editor?.view.focus()
  }, [editor, hasFocusMode])

  return (
    <div className="editor" data-preview={hasPreview && !hasFocusMode} data-focus={hasFocusMode}>
      <EditorToolbar
        view={editor?.view}
        toggles={[
          { label: 'Preview', isOn: hasPreview && !hasFocusMode, set: setPreview },
          { label: 'Focus', isOn: hasFocusMode, set: setFocus },
        ]}
      />
      <div className="editor-panes">
        <div ref={host} className="editor-text" />
        {editor && hasPreview && !hasFocusMode && <PreviewPane editor={editor} url={previewUrl} />}
      </div>
      <div>
        <p role="status" className={isAway ? 'editor-notice' : 'sr-only'}>
          {isAway &&
            'Not sent: there is no connection to the blog. What you wrote stays here. Press the button again when it is back.'}
        </p>
        {isOpenTwice && <p className="editor-notice">This post is open in another tab, too.</p>}
        {editor && saving.phase === 'conflict' && (
          <ConflictNotice editor={editor} conflict={saving} />
        )}
        {editor && <KeptOffer editor={editor} revision={post.revision} />}
      </div>
      <div className="editor-foot">
        <SavingStatus state={saving} />
        {editor && <WordCount editor={editor} />}
      </div>
    </div>
  )
}

/**
 * Scrolls to the caret when the text field becomes lower and would hide it: a notice has appeared below it.
 * @returns a function that stops it
 */
function keepCaretVisible(view: EditorView): () => void {
  let height = view.scrollDOM.clientHeight
  const observer = new ResizeObserver(() => {
    const before = height
    height = view.scrollDOM.clientHeight
    const { head } = view.state.selection.main
    const below = (view.coordsAtPos(head)?.bottom ?? 0) - view.scrollDOM.getBoundingClientRect().top
    // Scrolls the field alone: the page stays where the writer has it.
    if (below > height && below <= before)
      view.scrollDOM.scrollTop += below - height + view.defaultLineHeight / 2
  })
  observer.observe(view.scrollDOM)
  return () => observer.disconnect()
}
