import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { OpenEditor } from './open-editor'
import { isSameDraft } from './saving/draft'
import type { KeptDraft } from './saving/kept-draft'

const KeptDialog = lazy(async () => ({ default: (await import('./compare-dialog')).KeptDialog }))

type LeftOver = { copy: string; kept: KeptDraft }

/** Offers to restore drafts that this browser stored but could not save. */
export function KeptOffer({ editor, revision }: { editor: OpenEditor; revision: number }) {
  const t = useTranslations('editor')
  const [leftOvers, setLeftOvers] = useState<LeftOver[]>([])
  const [isCompared, setCompared] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    void editor.session.findLeftOvers().then((found) => {
      if (isUnmounted) return
      // The server has saved these drafts; only its response was lost.
      const saved = found.filter(({ kept }) =>
        isSameDraft(kept.draft, editor.session.saver.savedDraft),
      )
      for (const { copy } of saved) editor.session.forget(copy)
      setLeftOvers(found.filter((one) => !saved.includes(one)))
    })
    return () => {
      isUnmounted = true
    }
  }, [editor])

  const [offered] = leftOvers
  if (!offered) return null
  const done = () => {
    setCompared(false)
    editor.session.forget(offered.copy)
    setLeftOvers(leftOvers.slice(1))
  }
  const restore = (content: string) => {
    editor.write({ ...offered.kept.draft, content })
    editor.session.saver.restored(offered.kept.base)
    // Stores the text under this session, before the other session's draft is deleted.
    editor.session.saver.keepNow()
    done()
    editor.view.focus()
  }
  return (
    <section aria-label={t('unsaved.title')} className="editor-notice">
      <p>{t('unsaved.notice', { isOutdated: String(offered.kept.base < revision) })}</p>
      <button type="button" className="admin-link" onClick={() => setCompared(true)}>
        {t('compare.open')}
      </button>
      <button
        type="button"
        className="admin-link"
        onClick={() => restore(offered.kept.draft.content)}
      >
        {t('unsaved.restore')}
      </button>
      <button type="button" className="admin-link" onClick={done}>
        {t('unsaved.discard')}
      </button>
      {isCompared && (
        <Suspense fallback={<p>{t('compare.loading')}</p>}>
          <KeptDialog
            editor={editor}
            kept={offered.kept}
            restore={restore}
            discard={done}
            close={() => setCompared(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
