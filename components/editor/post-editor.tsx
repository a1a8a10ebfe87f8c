'use client'
import { useTranslations } from 'next-intl'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './code-mirror.css'
import './editor.css'
import './images/images.css'
import './link-cards/link-cards.css'
import type { PostEditorProps } from './editor-canvas'
import type { Typed } from './open-editor'

type Loaded = { Canvas: ComponentType<PostEditorProps & { typed: Typed }>; typed: Typed }

/** The text of a post: a plain form field, replaced by the editor once its script has loaded. */
export function PostEditor(props: PostEditorProps) {
  const { post, refused, theirs } = props
  const t = useTranslations('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  const [early] = useState(() => readEarlyInput(post.id))
  const [loaded, setLoaded] = useState<Loaded>()
  useLayoutEffect(() => {
    if (!field.current || early?.text === undefined) return
    field.current.value = early.text
    field.current.setSelectionRange(early.anchor, early.anchor)
  }, [early])
  useEffect(() => {
    import('./editor-canvas').then(
      // Renders synchronously, so that no keystroke is lost in between.
      ({ EditorCanvas }) =>
        flushSync(() => setLoaded({ Canvas: EditorCanvas, typed: typedIn(field.current) })),
      (error: unknown) =>
        console.warn('The editor could not be loaded. The plain field stays.', error),
    )
  }, [])
  // The revision from which the form is saved. The editor continues from it.
  const revision = theirs?.revision ?? refused?.revision ?? post.revision
  const base = <input type="hidden" name="base" defaultValue={revision} />
  if (loaded) {
    return (
      <>
        {base}
        <loaded.Canvas {...props} typed={loaded.typed} />
      </>
    )
  }
  return (
    <>
      {base}
      <div className="editor">
        <div className="editor-tools" />
        {/* Disables restoring on reload: the browser's text may be older than the post. */}
        <textarea
          ref={field}
          data-post={post.id}
          name="content"
          aria-label={t('text')}
          defaultValue={refused?.text ?? post.content}
          className="editor-field"
          autoComplete="off"
          spellCheck
          dir="auto"
        />
      </div>
    </>
  )
}

/** Reads text typed before hydration, which would reset the field to the server's text. */
function readEarlyInput(postId: number): Typed | undefined {
  if (typeof document === 'undefined') return
  const field = document.querySelector(`textarea[data-post="${postId}"]`)
  return field instanceof HTMLTextAreaElement ? typedIn(field) : undefined
}

function typedIn(field: HTMLTextAreaElement | null): Typed {
  if (!field) return { anchor: 0, hasFocus: false }
  const { value, defaultValue, selectionEnd } = field
  return {
    // The value of a field has normalised line breaks (HTML standard, “API value”).
    ...(value !== defaultValue.replaceAll(/\r\n?/g, '\n') && { text: value }),
    anchor: selectionEnd,
    hasFocus: document.activeElement === field,
  }
}
