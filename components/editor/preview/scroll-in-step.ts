import type { EditorView } from '@codemirror/view'
import type { Mark, ShownBlocks } from './shown-blocks'

/** Where a line of the text stands in the preview. */
type Place = { line: number; top: number }

/** How long after one side was moved by hand the other does not answer, in milliseconds. */
const leadMs = 200

/** Where the blocks of the preview begin: on which line of the text, and how far down. */
function placesOf(pane: HTMLElement, marks: Mark[]): Place[] {
  const zero = pane.getBoundingClientRect().top - pane.scrollTop
  const places: Place[] = [{ line: 1, top: 0 }]
  for (const { element, line } of marks) {
    const top = element.getBoundingClientRect().top - zero
    const last = places.at(-1)
    if (last && line > last.line && top >= last.top) places.push({ line, top })
  }
  return places
}

/** Between two places the one side goes on evenly with the other. */
function between(
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

/** The line at the upper edge of the editor; its fraction says how much of it is above. */
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
 * Scrolls a preview in step with its editor, and the editor with the preview, by the marks that say on which line a block begins.
 * @returns `settle`, to be called when the preview was drawn anew, and what stops it
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
  let answeredAt = 0
  let paneSetTo = -1
  const end = () => ({ line: view.state.doc.lines + 1, top: pane.scrollHeight })
  const follow = (moved: 'text' | 'preview') => () => {
    // Where the pane stands where it was put, it only echoes; a text may move by itself a while longer, as it is measured.
    const isEcho =
      moved === 'text'
        ? performance.now() - answeredAt < leadMs
        : Math.abs(pane.scrollTop - paneSetTo) < 2
    if (moved !== leader && isEcho) return
    leader = moved
    answeredAt = performance.now()
    places ??= placesOf(pane, blocks.marks)
    if (moved === 'text') {
      pane.scrollTop = between(places, 'line', 'top', topLine(view), end())
      paneSetTo = pane.scrollTop
    } else scrollToLine(view, between(places, 'top', 'line', pane.scrollTop, end()))
  }
  const forget = new ResizeObserver(() => {
    places = undefined
  })
  // The pane when it becomes narrower, what is in it when a picture has come.
  for (const element of [pane, ...pane.children]) forget.observe(element)
  view.scrollDOM.addEventListener('scroll', follow('text'), { signal, passive: true })
  pane.addEventListener('scroll', follow('preview'), { signal, passive: true })
  return {
    settle: () => {
      places = undefined
      answeredAt = 0
      follow('text')()
    },
    stop: () => {
      stopping.abort()
      forget.disconnect()
    },
  }
}
