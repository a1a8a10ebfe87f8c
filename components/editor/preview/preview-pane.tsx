import { useEffect, useRef, useState } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import { openLivePreview } from './live-preview'
import { scrollInStep } from './scroll-in-step'
import { ShownBlocks } from './shown-blocks'

/** The preview of the post, next to its text. */
export function PreviewPane({ editor, url }: { editor: OpenEditor; url: string }) {
  const pane = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const [scrolled, shown] = [pane.current, place.current]
    if (!scrolled || !shown) return
    const blocks = new ShownBlocks(shown)
    const step = scrollInStep(editor.view, scrolled, blocks)
    const preview = openLivePreview({
      url,
      read: editor.readText,
      show: (html) => {
        setFault('')
        blocks.show(html)
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
