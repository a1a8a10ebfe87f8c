import { useEffect, useRef, useState } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import { openLivePreview } from './live-preview'
import { replaceBlocks } from './replace-blocks'
import { scrollInStep } from './scroll-in-step'

/** The post as its page will show it, beside its text. */
export function PreviewPane({ editor, url }: { editor: OpenEditor; url: string }) {
  const pane = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const [scrolled, shown] = [pane.current, place.current]
    if (!scrolled || !shown) return
    const step = scrollInStep(editor.view, scrolled)
    const preview = openLivePreview({
      url,
      read: editor.readText,
      show: (html) => {
        setFault('')
        replaceBlocks(shown, html)
        step.settle()
      },
      fail: setFault,
    })
    const stop = editor.onChange(preview.changed)
    return () => {
      stop()
      preview.close()
      step.stop()
    }
  }, [editor, url])
  return (
    <section ref={pane} aria-label="Preview" className="editor-preview" tabIndex={0}>
      {fault !== '' && <p className="editor-notice">{fault}</p>}
      <div ref={place} className="prose" dir="auto" />
    </section>
  )
}
