'use client'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { linkCards } from '@/components/editor/link-cards/link-cards'

export function TrialEditor({ text }: { text: string }) {
  const host = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!host.current) return
    const form = host.current
    const view = new EditorView({
      doc: text,
      parent: form,
      extensions: [
        linkCards(),
        markdown(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        drawSelection(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the post' }),
      ],
    })
    const give = ({ formData }: FormDataEvent) => formData.set('content', view.state.doc.toString())
    form.addEventListener('formdata', give)
    view.focus()
    return () => {
      form.removeEventListener('formdata', give)
      view.destroy()
    }
  }, [text])
  return (
    <>
      <h1>Paste trial</h1>
      <form ref={host} />
    </>
  )
}
