import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { OpenEditor } from './open-editor'
import { isSameDraft, type Theirs } from './saving/draft'
import type { SavingState } from './saving/draft-saver'
import { findUnsavedNewPosts, type LeftOverDraft } from './saving/kept-draft'

const CompareDialog = lazy(async () => ({
  default: (await import('./compare-dialog')).CompareDialog,
}))

/** Reports that another user has saved, and offers to compare. Typing continues in the meantime. */
export function ConflictNotice({
  editor,
  conflict: { theirs, isKept },
}: {
  editor: OpenEditor
  conflict: SavingState & { phase: 'conflict' }
}) {
  const t = useTranslations('editor')
  // The compared version stays the same while the dialog is open, because the user types in it.
  const [compared, setCompared] = useState<Theirs>()
  return (
    <div role="alert" className="editor-notice">
      <p>
        {t('conflict.notice', {
          known: String(Boolean(theirs.by)),
          name: theirs.by ?? '',
          isKept: String(isKept),
        })}
      </p>
      <button type="button" className="admin-link" onClick={() => setCompared(theirs)}>
        {t('compare.open')}
      </button>
      {compared && (
        <Suspense fallback={<p>{t('compare.loading')}</p>}>
          <CompareDialog editor={editor} theirs={compared} close={() => setCompared(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Offers to restore drafts that this browser stored but that were never saved on the server. */
export function RestoreDraftNotice({
  editor,
  postId,
  revision,
}: {
  editor: OpenEditor
  postId: number
  revision: number
}) {
  const t = useTranslations('editor.unsaved')
  const [leftOvers, setLeftOvers] = useState<LeftOverDraft[]>([])
  const { session } = editor
  useEffect(() => {
    void session.findLeftOvers().then((found) => {
      // The server has saved these drafts; only its response was lost.
      const saved = found.filter(({ kept }) => isSameDraft(kept.draft, session.saver.savedDraft))
      for (const { sessionId } of saved) session.forget(sessionId)
      setLeftOvers(found.filter((one) => !saved.includes(one)))
    })
  }, [session])

  const [offered] = leftOvers
  if (!offered) return revision === 0 ? <OtherNewPost postId={postId} /> : null
  const done = () => {
    session.forget(offered.sessionId)
    setLeftOvers(leftOvers.slice(1))
  }
  const restore = () => {
    editor.write(offered.kept.draft)
    session.saver.handleRestore(offered.kept.base)
    // Stores the text under this session, before the other session's draft is deleted.
    session.saver.keepNow()
    done()
    editor.view.focus()
  }
  return (
    <section aria-label={t('title')} className="editor-notice">
      <p>{t('notice', { isOutdated: String(offered.kept.base < revision) })}</p>
      <button type="button" className="admin-link" onClick={restore}>
        {t('restore')}
      </button>
      <button type="button" className="admin-link" onClick={done}>
        {t('discard')}
      </button>
    </section>
  )
}

/** Links to a new post whose text was never saved, because no list of posts contains it. */
function OtherNewPost({ postId }: { postId: number }) {
  const t = useTranslations('editor.unsaved')
  const [other, setOther] = useState<number>()
  useEffect(() => {
    setOther(findUnsavedNewPosts().find((id) => id !== postId))
  }, [postId])
  if (other === undefined) return null
  return (
    <section aria-label={t('title')} className="editor-notice">
      <p>{t('newPost')}</p>
      <a className="admin-link" href={`/admin/posts/${other}?new=1`}>
        {t('open')}
      </a>
    </section>
  )
}
