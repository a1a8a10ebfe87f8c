import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { pickFields } from '@/lib/posts/editing/post-fields'
import { editorExtensions } from './editor-extensions'
import { cardArrived } from './link-cards/link-cards'
import { lineEndingsOf, readDocument, replaceText } from './markdown/line-endings'
import { type Draft, isSameDraft } from './saving/draft'
import { followForm, readDraftForm, readSlug, writeForm } from './saving/draft-form'
import { type DraftSession, type Hooks, openDraftSession } from './saving/draft-session'
import type { EditorTexts } from './texts'

/** The state of the plain field before it became an editor. */
export type Typed = {
  /** Undefined if nothing was typed. */
  text?: string
  anchor: number
  hasFocus: boolean
}

type Options = Pick<Hooks, 'tell' | 'setOpenTwice'> & {
  host: HTMLElement
  post: EditedPost
  /** Text that the server rejected, and the revision it began from. */
  refused: RefusedText | undefined
  typed: Typed
  t: EditorTexts
}

export type RefusedText = { text: string; revision: number }

export type OpenEditor = ReturnType<typeof openEditor>

/** Opens an editor: the text field, the surrounding form, and the saving of both. */
export function openEditor({ host, post, refused, typed, t, ...hooks }: Options) {
  const form = host.closest('form')
  if (!form) throw new Error('The editor is not in a form')
  const endings = lineEndingsOf(post.content)
  const saveUrl = `/admin/posts/${post.id}/draft${post.isPage ? '?page' : ''}`
  const listeners = new Set<() => void>()
  const changed = EditorView.updateListener.of(({ docChanged, transactions }) => {
    if (docChanged) session.saver.handleEdit()
    const effects = transactions.flatMap((transaction) => transaction.effects)
    if (docChanged || effects.some((effect) => effect.is(cardArrived)))
      for (const listener of listeners) listener()
  })
  const state = EditorState.create({
    doc: post.content,
    extensions: [editorExtensions(t), changed],
  })
  const view = new EditorView({ state, parent: host })
  const readText = () => readDocument(view.state.doc, endings)
  const read = (isLeaving = false): Draft => ({
    ...readDraftForm(form, session.saver.savedDraft, { isLeaving }),
    content: readText(),
  })
  const session: DraftSession = openDraftSession(
    {
      postId: post.id,
      revision: Math.max(post.revision, refused?.revision ?? 0),
      draft: pickFields(post),
      saveUrl,
    },
    {
      ...hooks,
      read,
      saved: ({ revision, draft: { slug } }, sent) => {
        // Updates the base revision that the form submits.
        writeForm(form, { base: revision })
        // Updates the slug that the server derived from the title, unless the user typed on.
        if (readSlug(form) === sent.slug) writeForm(form, { slug })
      },
      show: (draft) => write(draft),
    },
  )
  const stopFollowing = followForm(form, session)
  const typedText = typed.text ?? refused?.text
  if (typedText !== undefined) replaceText(view, typedText)
  // Rejected text differs from the server's, so it is saved or compared first.
  if (refused) session.saver.handleRestore(refused.revision)
  // The other fields may have been filled in before the editor was loaded.
  else if (!isSameDraft({ ...read(), content: post.content }, pickFields(post)))
    session.saver.handleEdit()
  view.dispatch({
    selection: { anchor: Math.min(typed.anchor, view.state.doc.length) },
    scrollIntoView: true,
  })
  if (typed.hasFocus) view.focus()
  const writeText = (text: string) => {
    replaceText(view, text)
    session.saver.handleEdit()
  }
  /** Replaces the draft. Undo restores the text. */
  const write = ({ content, ...fields }: Draft) => {
    writeForm(form, fields)
    writeText(content)
  }
  return {
    view,
    session,
    readText,
    writeText,
    write,
    /**
     * Calls `work` once typing has paused after a change of the text, or after a card arrived.
     * Returns a function to stop it.
     */
    afterChange: (pauseMs: number, work: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const listener = () => {
        clearTimeout(timer)
        timer = setTimeout(work, pauseMs)
      }
      listeners.add(listener)
      return () => {
        clearTimeout(timer)
        listeners.delete(listener)
      }
    },
    close: () => {
      stopFollowing()
      session.close()
      view.destroy()
    },
  }
}
