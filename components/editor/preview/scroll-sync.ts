import type { EditorView } from '@codemirror/view'

/** The vertical position of a line in the preview. */
type Place = { line: number; top: number }

/** Time in milliseconds during which the editor may still scroll after it has followed. */
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
  const [one, other] = [places.at(next < 0 ? -2 : next - 1), places.at(next)]
  if (!one || !other) return 0
  const share = (value - one[from]) / Math.max(1, other[from] - one[from])
  return one[to] + Math.max(0, Math.min(1, share)) * (other[to] - one[to])
}

/**
 * Synchronizes scrolling between the editor and the preview, proportionally within each block.
 * @returns `follow`, to call after the preview is updated, and `stop`
 */
export function syncScroll(
  view: EditorView,
  pane: HTMLElement,
): { follow: () => void; stop: () => void } {
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
    // An echo of `follow`: the pane is where it was put.
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
    // The editor may move a bit longer, because it measures its lines.
    if (performance.now() - editorMovedMs > echoMs) follow()
  }
  scrollDOM.addEventListener('scroll', followUser, options)
  pane.addEventListener('scroll', lead, options)
  return { follow, stop: () => stopping.abort() }
}
