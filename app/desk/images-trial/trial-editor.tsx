'use client'
import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { chooseImage, imageUpload } from '@/components/editor/images/image-upload'

/** An editor with images in it, and nothing else. */
export function TrialEditor() {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  useEffect(() => {
    if (!host.current) return
    view.current = new EditorView({
      parent: host.current,
      extensions: [
        imageUpload(),
        history(),
        keymap.of([...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the post' }),
      ],
    })
    return () => view.current?.destroy()
  }, [])
  return (
    <>
      <button type="button" className="desk-button" onClick={() => view.current && chooseImage(view.current)}>
        Image
      </button>
      <div ref={host} />
    </>
  )
}
