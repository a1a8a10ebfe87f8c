import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import { previewPolicy } from '@/lib/markdown/preview-policy'
import { syncScroll } from './scroll-sync'

/** Pause in typing before the preview is updated, in milliseconds. */
const pauseMs = 300

// The CSP of the admin pages allows this policy name once, so no other script can create it.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })

/** Fetches the HTML of a text, or the error of the server: undefined while it is unreachable. */
async function fetchPreview(
  url: string,
  content: string,
  signal: AbortSignal,
): Promise<{ html: string } | { detail: string | undefined }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content }),
      signal,
    })
    const result = await response.json()
    return response.ok ? { html: String(result.html) } : { detail: String(result.detail) }
  } catch {
    return { detail: undefined }
  }
}

/** Updates the preview. Keeps the elements of unchanged blocks, with their loaded images. */
function showPreview(place: HTMLElement, html: string): void {
  const keyOf = (block: Element) => block.outerHTML.replaceAll(/ data-line="\d+"/g, '')
  const linesIn = (block: Element) => [block, ...block.querySelectorAll('[data-line]')]
  const old = new Map([...place.children].map((block) => [keyOf(block), block]))
  // Scripts do not run in a parsed document.
  const parsed = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
  const blocks = [...parsed.body.children].map((block) => {
    const kept = old.get(keyOf(block))
    if (!kept) return block
    old.delete(keyOf(block))
    const lines = linesIn(block).map((element) => element.getAttribute('data-line'))
    for (const [index, element] of linesIn(kept).entries())
      if (lines[index]) element.setAttribute('data-line', lines[index])
    return kept
  })
  place.replaceChildren(...blocks)
}

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
    let timer: ReturnType<typeof setTimeout> | undefined
    let request = new AbortController()
    const update = async () => {
      request.abort()
      request = new AbortController()
      const { signal } = request
      const result = await fetchPreview(url, editor.readText(), signal)
      if (signal.aborted) return
      setError('html' in result ? undefined : result)
      if (!('html' in result)) return
      showPreview(shown, result.html)
      sync.follow()
    }
    void update()
    const stop = editor.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void update(), pauseMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
      request.abort()
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
