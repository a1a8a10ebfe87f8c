import type { EditorView } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { coalesce } from '@/lib/concurrency/coalesce'
import type { OpenEditor } from './open-editor'

/** A post as its page will show it, or the reason why it cannot be shown. */
export type RenderedPost = { rendered: ReactNode } | { error: string }

/** Pause in typing before the preview is updated, in milliseconds. */
const pauseMs = 300

/**
 * The size in bytes above which a text is updated less often, and the interval in milliseconds. The
 * server accepts at most 60 large actions a minute (`limits.largeActions`).
 */
const large = { bytes: 50_000, everyMs: 1_500 }

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

type Props = { editor: OpenEditor; preview: (content: string) => Promise<RenderedPost> }

/** The preview of the post, next to its text. */
export function PreviewPane({ editor, preview }: Props) {
  const t = useTranslations('editor.preview')
  const pane = useRef<HTMLElement>(null)
  const [{ rendered, error }, setShown] = useState<{ rendered?: ReactNode; error?: string }>({})
  useEffect(() => {
    let isOpen = true
    // Next.js runs server actions in turn: several previews would delay a form that is sent.
    const request = coalesce(async () => {
      if (!isOpen) return
      const content = editor.readText()
      const result = await preview(content).catch(() => ({ error: t('offline') }))
      startTransition(() => setShown(({ rendered }) => ({ rendered, ...result })))
      if (new Blob([content]).size > large.bytes)
        await new Promise((resolve) => setTimeout(resolve, large.everyMs))
    })
    const update = () => void request('', undefined)
    update()
    const stop = editor.afterChange(pauseMs, update)
    return () => {
      isOpen = false
      stop()
    }
  }, [editor, preview, t])
  useEffect(() => {
    if (!pane.current || rendered === undefined) return
    const sync = syncScroll(editor.view, pane.current)
    sync.follow()
    return sync.stop
  }, [editor, rendered])
  return (
    <section ref={pane} aria-label={t('label')} className="editor-preview" tabIndex={0}>
      {error !== undefined && <p className="editor-notice">{error}</p>}
      <div className="prose" dir="auto">
        {rendered}
      </div>
    </section>
  )
}
