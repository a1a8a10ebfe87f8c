import type { EditorView } from '@codemirror/view'
import type { Mark, ShownBlocks } from './shown-blocks'

/** The vertical position of a line in the preview. */
type Place = { line: number; top: number }

/**
 * Time in milliseconds after a user scrolls one side during which scrolling of the other is
 * ignored.
 */
const echoMs = 200

/** Returns the position of each block in the preview, with its line in the text. */
function measurePlaces(pane: HTMLElement, marks: Mark[]): Place[] {
  const zero = pane.getBoundingClientRect().top - pane.scrollTop
  const places: Place[] = [{ line: 1, top: 0 }]
  for (const { element, line } of marks) {
    const top = element.getBoundingClientRect().top - zero
    const last = places.at(-1)
    if (last && line > last.line && top >= last.top) places.push({ line, top })
  }
  return places
}

/** Interpolates linearly between two places. */
function interpolate(
  places: Place[],
  from: 'line' | 'top',
  to: 'line' | 'top',
  value: number,
  end: Place,
): number {
  const at = Math.max(
    0,
    places.findLastIndex((place) => place[from] <= value),
  )
  const [one, other] = [places[at], places[at + 1] ?? end]
  if (!one) return 0
  const span = other[from] - one[from]
  return one[to] + (span > 0 ? Math.min(1, (value - one[from]) / span) : 0) * (other[to] - one[to])
}

/** Returns the line at the top of the editor. Its fraction is the hidden share of the line. */
function topLine(view: EditorView): number {
  const block = view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top)
  const past = view.scrollDOM.scrollTop - view.documentPadding.top - block.top
  return (
    view.state.doc.lineAt(block.from).number +
    Math.max(0, Math.min(1, past / Math.max(1, block.height)))
  )
}

function scrollToLine(view: EditorView, line: number): void {
  const number = Math.max(1, Math.min(view.state.doc.lines, Math.floor(line)))
  const block = view.lineBlockAt(view.state.doc.line(number).from)
  view.scrollDOM.scrollTop = block.top + view.documentPadding.top + (line - number) * block.height
}

/**
 * Synchronizes scrolling between the editor and the preview, by the lines of the blocks.
 * @returns `settle`, to call after the preview is updated, and `stop`
 */
export function scrollInStep(
  view: EditorView,
  pane: HTMLElement,
  blocks: ShownBlocks,
): { settle: () => void; stop: () => void } {
  const stopping = new AbortController()
  const { signal } = stopping
  let places: Place[] | undefined
  let leader: 'text' | 'preview' = 'text'
  let followedAt = 0
  let paneSetTo = -1
  const end = () => ({ line: view.state.doc.lines + 1, top: pane.scrollHeight })
  const follow = (moved: 'text' | 'preview') => () => {
    // An echo of our own scrolling: the pane is where it was put. The editor may move a bit longer,
    // because it measures its lines.
    const isEcho =
      moved === 'text'
        ? performance.now() - followedAt < echoMs
        : Math.abs(pane.scrollTop - paneSetTo) < 2
    if (moved !== leader && isEcho) return
    leader = moved
    followedAt = performance.now()
    places ??= measurePlaces(pane, blocks.marks)
    if (moved === 'text') {
      pane.scrollTop = interpolate(places, 'line', 'top', topLine(view), end())
      paneSetTo = pane.scrollTop
    } else scrollToLine(view, interpolate(places, 'top', 'line', pane.scrollTop, end()))
  }
  const forget = new ResizeObserver(() => {
    places = undefined
  })
  // The pane may become narrower, and its content changes when an image loads.
  for (const element of [pane, ...pane.children]) forget.observe(element)
  view.scrollDOM.addEventListener('scroll', follow('text'), { signal, passive: true })
  pane.addEventListener('scroll', follow('preview'), { signal, passive: true })
  return {
    settle: () => {
      places = undefined
      followedAt = 0
      follow('text')()
    },
    stop: () => {
      stopping.abort()
      forget.disconnect()
    },
  }
}
