import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import { openLivePreview } from './live-preview'
import { syncScroll } from './scroll-sync'
import { showPreview } from './show-preview'

/** The preview of the post, next to its text. */
export function PreviewPane({ editor, url }: { editor: OpenEditor; url: string }) {
  const t = useTranslations('editor.preview')
  const pane = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<{ detail: string | undefined }>()
  useEffect(() => {
    const [scrolled, shown] = [pane.current, content.current]
    if (!scrolled || !shown) return
    const sync = syncScroll(editor.view, scrolled)
    const preview = openLivePreview({
      url,
      read: editor.readText,
      show: (html) => {
        setError(undefined)
        showPreview(shown, html)
        sync.follow()
      },
      fail: (detail) => setError({ detail }),
    })
    const stop = editor.onChange(preview.changed)
    return () => {
      stop()
      preview.close()
      sync.stop()
    }
  }, [editor, url])
  return (
    <section ref={pane} aria-label={t('label')} className="editor-preview" tabIndex={0}>
      {error && <p className="editor-notice">{error.detail ?? t('offline')}</p>}
      <div ref={content} className="prose" dir="auto" />
    </section>
  )
}
