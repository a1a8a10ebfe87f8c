import type { EditorView } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { previewPolicy } from '@/lib/markdown/preview-policy'
import type { OpenEditor } from './open-editor'

// The CSP of the admin pages allows this policy name once, so no other script can create it.
const policy = window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })

/** Parses HTML into a separate document, in which no script runs and no image loads. */
const parseHtml = (html: string) =>
  new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')

/** Pause in typing before the preview is updated, in milliseconds. */
const pauseMs = 300

/**
 * Fetches the rendered HTML, or the server's error message; undefined if the server is unreachable.
 */
async function fetchPreview(
  content: string,
  signal: AbortSignal,
): Promise<{ html: string } | { detail: string | undefined }> {
  try {
    const response = await fetch('/admin/markdown-preview', {
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
  const blocks = [...parseHtml(html).body.children].map((block) => {
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

/** The vertical position of a line in the preview. */
type Place = { line: number; top: number }

/**
 * Time in milliseconds during which the editor may still scroll after the preview has scrolled it.
 */
const echoMs = 200

/** Returns the position of each block in the preview, with its line in the text. */
function placesOf(pane: HTMLElement, lines: number): Place[] {
  const zero = pane.getBoundingClientRect().top - pane.scrollTop
  const places = [{ line: 1, top: 0 }]
  for (const block of pane.querySelectorAll<HTMLElement>('[data-line]')) {
    const place = {
      line: Number(block.dataset.line),
      top: block.getBoundingClientRect().top - zero,
    }
    const last = places.at(-1)
    if (last && place.line > last.line && place.top >= last.top) places.push(place)
  }
  return [...places, { line: lines + 1, top: pane.scrollHeight }]
}

/** Interpolates linearly between two places. */
function interpolate(places: Place[], from: keyof Place, to: keyof Place, value: number): number {
  const next = places.findIndex((place, index) => index > 0 && place[from] > value)
  const one = places.at(next < 0 ? -2 : next - 1)
  const other = places.at(next)
  if (!one || !other) return 0
  const share = (value - one[from]) / Math.max(1, other[from] - one[from])
  return one[to] + Math.max(0, Math.min(1, share)) * (other[to] - one[to])
}

/**
 * Synchronises scrolling between the editor and the preview, proportionally within each block.
 * @returns `follow`, to call after the preview is updated, and `stop`
 */
function syncScroll(view: EditorView, pane: HTMLElement): { follow: () => void; stop: () => void } {
  const stopping = new AbortController()
  const options = { signal: stopping.signal, passive: true }
  const { scrollDOM } = view
  let paneTop = 0
  let editorMovedMs = 0
  const follow = () => {
    const { doc } = view.state
    const height = scrollDOM.scrollTop - view.documentPadding.top
    const block = view.lineBlockAtHeight(height)
    const share = Math.max(0, Math.min(1, (height - block.top) / Math.max(1, block.height)))
    const line = doc.lineAt(block.from).number + share
    pane.scrollTop = interpolate(placesOf(pane, doc.lines), 'line', 'top', line)
    paneTop = pane.scrollTop
  }
  const lead = () => {
    // Ignores the scroll event that `follow` itself causes.
    if (Math.abs(pane.scrollTop - paneTop) < 2) return
    paneTop = NaN
    editorMovedMs = performance.now()
    const { doc } = view.state
    const line = interpolate(placesOf(pane, doc.lines), 'top', 'line', pane.scrollTop)
    const number = Math.max(1, Math.min(doc.lines, Math.floor(line)))
    const block = view.lineBlockAt(doc.line(number).from)
    scrollDOM.scrollTop = block.top + view.documentPadding.top + (line - number) * block.height
  }
  const followUser = () => {
    // The editor may keep scrolling briefly while it measures its lines.
    if (performance.now() - editorMovedMs > echoMs) follow()
  }
  scrollDOM.addEventListener('scroll', followUser, options)
  pane.addEventListener('scroll', lead, options)
  return { follow, stop: () => stopping.abort() }
}

/** The preview of the post, next to its text. */
export function PreviewPane({ editor }: { editor: OpenEditor }) {
  const t = useTranslations('editor.preview')
  const pane = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<{ detail: string | undefined }>()
  useEffect(() => {
    const scrolled = pane.current
    const shown = content.current
    if (!scrolled || !shown) return
    const sync = syncScroll(editor.view, scrolled)
    let request = new AbortController()
    const update = async () => {
      request.abort()
      request = new AbortController()
      const { signal } = request
      const result = await fetchPreview(editor.readText(), signal)
      if (signal.aborted) return
      setError('html' in result ? undefined : result)
      if (!('html' in result)) return
      showPreview(shown, result.html)
      sync.follow()
    }
    void update()
    const stop = editor.afterChange(pauseMs, () => void update())
    return () => {
      stop()
      request.abort()
      sync.stop()
    }
  }, [editor])
  return (
    <section ref={pane} aria-label={t('label')} className="editor-preview" tabIndex={0}>
      {error && <p className="editor-notice">{error.detail ?? t('offline')}</p>}
      <div ref={content} className="prose" dir="auto" />
    </section>
  )
}
