'use client'
import type { EditorView } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FieldError } from '@/lib/errors'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { countWords, readingMinutes } from '@/lib/text/count-words'
import { ConflictNotice, RestoreDraftNotice } from './editor-notices'
import { EditorToolbar } from './editor-toolbar'
import { Icon } from './icon'
import { ImageLibrary } from './images/image-library'
import { insertStoredImage, libraryEvent } from './images/image-placeholders'
import { type OpenEditor, openEditor, type RefusedText, type Typed } from './open-editor'
import { PreviewPane, type RenderedPost } from './preview-pane'
import { draftFields } from './saving/draft'
import type { SavingState } from './saving/draft-saver'
import { withKey } from './toolbar'

export type PostEditorProps = {
  /** The post as stored on the server. */
  post: EditedPost
  preview: (content: string) => Promise<RenderedPost>
  /** Text that the server rejected, if the page was rendered again with it. */
  refused?: RefusedText | undefined
  /** The result of submitting the form while the editor stays open. */
  saved?: { revision: number; slug: string } | undefined
  /** The version of another user who has saved first. */
  theirs?: { revision: number } | undefined
  /** The number of times that the form got no response since one succeeded. */
  lost?: number | undefined
  /** The element in the bar above that contains the saving state and the preview button. */
  bar?: HTMLElement | null
  /** Receives the fields that could not be saved while typing. */
  setRejected?: (errors: FieldError[]) => void
  /** Receives the editor once it is open. */
  opened?: RefObject<OpenEditor | undefined>
}

/** Names the rejected fields as the form does. */
function rejectionText(
  { detail, errors }: SavingState & { phase: 'refused' },
  fieldNames: ReturnType<typeof useTranslations<'postFormClient.fields'>>,
): string {
  const reasons = draftFields.flatMap((name) =>
    errors.flatMap(({ field, message }) =>
      field === name ? `${fieldNames(name)}: ${message}` : [],
    ),
  )
  return reasons.join(' ') || detail
}

function SavingStatus({ state }: { state: SavingState }) {
  const t = useTranslations('editor.saving')
  const isKept = String('isKept' in state && state.isKept)
  const fieldNames = useTranslations('postFormClient.fields')
  const detail = state.phase === 'refused' ? rejectionText(state, fieldNames) : ''
  return (
    <p className="editor-saving" data-phase={state.phase}>
      <span role="status">{t(state.phase, { isKept, detail })}</span>
      {state.phase === 'signed-out' && (
        <a
          href={`/admin/sign-in?${new URLSearchParams({ next: '/admin' })}`}
          target="_blank"
          rel="noopener"
          className="underline"
        >
          {t('signIn')}
        </a>
      )}
    </p>
  )
}

/** The same list each time, so that a save without errors renders nothing again. */
const noErrors: FieldError[] = []

/** The icon of the preview button. */
const eyePath = 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6'

/** Delay in milliseconds after a change. */
const countDelayMs = 500

/** URLs in Markdown, which readers do not see as words. */
const urls = /\]\([^()\n]*\)|https?:\/\/\S+/g

/** The length of the post, counted when typing pauses. */
function WordCount({ editor }: { editor: OpenEditor }) {
  const t = useTranslations('editor.length')
  const [words, setWords] = useState(0)
  useEffect(() => {
    const count = () => setWords(countWords(editor.readText().replaceAll(urls, ' ')))
    count()
    return editor.afterChange(countDelayMs, count)
  }, [editor])
  return (
    <p className="editor-count">
      {t('words', { words })}
      {words > 0 &&
        ` · ${t('reading', { minutes: readingMinutes(words, document.documentElement.lang) })}`}
    </p>
  )
}

/** The editor with its toolbar, notices, preview and status line. */
export function EditorCanvas({
  post,
  preview,
  refused,
  saved,
  theirs,
  lost,
  bar,
  opened,
  setRejected,
  typed,
}: PostEditorProps & { typed: Typed }) {
  const t = useTranslations('editor')
  const host = useRef<HTMLDivElement>(null)
  // The editor lives as long as the post is open, so it keeps its initial values.
  const start = useRef({ post, refused, typed, t })
  const [editor, setEditor] = useState<OpenEditor>()
  const [saving, setSaving] = useState<SavingState>({ phase: 'saved' })
  const [isOpenTwice, setOpenTwice] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)
  const [hasPreview, setPreview] = useState(false)
  const [isPicking, setPicking] = useState(false)

  useEffect(() => {
    if (!host.current) return
    const open = openEditor({
      ...start.current,
      host: host.current,
      tell: setSaving,
      setOpenTwice,
    })
    setEditor(open)
    if (opened) opened.current = open
    const stopKeeping = keepCaretVisible(open.view)
    open.view.dom.addEventListener(libraryEvent, () => setPicking(true))
    return () => {
      stopKeeping()
      open.close()
    }
  }, [opened])

  useEffect(() => {
    setRejected?.(saving.phase === 'refused' ? saving.errors : noErrors)
    if (saving.phase === 'saved') setUnreachable(false)
  }, [saving, setRejected])

  useEffect(() => {
    if (saved) editor?.session.saver.formSaved(saved.revision, saved.slug)
    // Makes the editor report the conflict too, so that it can offer a comparison.
    if (theirs) void editor?.session.checkForNewerRevision()
  }, [editor, saved, theirs])

  useEffect(() => setUnreachable(lost !== undefined), [lost])

  useEffect(() => {
    // On phones, an open sheet would cover the notice.
    if (isUnreachable)
      host.current?.closest('form')?.querySelector('.post-sheet[open]')?.removeAttribute('open')
  }, [isUnreachable])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isModified || !/^[ps]$/.test(event.key)) return
      event.preventDefault()
      if (event.key === 'p') setPreview((isShown) => !isShown)
      // Saving is automatic, but many users press this key out of habit.
      else editor?.session.saver.flush()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [editor])

  return (
    <div className="editor" data-preview={hasPreview}>
      {bar &&
        createPortal(
          <>
            <SavingStatus state={saving} />
            <button
              type="button"
              className="post-act"
              aria-pressed={hasPreview}
              aria-label={t('preview.label')}
              title={withKey(t('preview.label'), 'Mod-p')}
              onClick={() => setPreview(!hasPreview)}
            >
              <Icon path={eyePath} />
              <span>{t('preview.label')}</span>
            </button>
          </>,
          bar,
        )}
      <EditorToolbar view={editor?.view} />
      <div className="editor-panes">
        <div ref={host} className="editor-text" />
        {editor && hasPreview && <PreviewPane editor={editor} preview={preview} />}
      </div>
      {editor && isPicking && (
        <ImageLibrary
          choose={(url) => insertStoredImage(editor.view, url)}
          close={() => setPicking(false)}
        />
      )}
      <div className="editor-notices">
        <p role="status" className={isUnreachable ? 'editor-notice' : 'sr-only'}>
          {isUnreachable && t('saving.unreachable')}
        </p>
        {isOpenTwice && <p className="editor-notice">{t('saving.openTwice')}</p>}
        {editor && saving.phase === 'conflict' && (
          <ConflictNotice editor={editor} conflict={saving} />
        )}
        {editor && <RestoreDraftNotice editor={editor} postId={post.id} revision={post.revision} />}
      </div>
      {editor && <WordCount editor={editor} />}
    </div>
  )
}

/** Scrolls to the caret when a notice appears below the text field and would hide it. */
function keepCaretVisible(view: EditorView): () => void {
  let height = view.scrollDOM.clientHeight
  const observer = new ResizeObserver(() => {
    const before = height
    height = view.scrollDOM.clientHeight
    const { head } = view.state.selection.main
    const below = (view.coordsAtPos(head)?.bottom ?? 0) - view.scrollDOM.getBoundingClientRect().top
    // Scrolls the text field only, not the page.
    if (below > height && below <= before)
      view.scrollDOM.scrollTop += below - height + view.defaultLineHeight / 2
  })
  observer.observe(view.scrollDOM)
  return () => observer.disconnect()
}
