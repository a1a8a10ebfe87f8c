import type { EditorView } from '@codemirror/view'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { make } from '@/components/ui/make-element'
import { moveTo } from './card-actions'
import { type Block, type CardLine, findBlocks } from './card-lines'

/** Drags a card by its handle among the blocks of the text. Escape cancels. */
export function dragCard(
  view: EditorView,
  { button, pointerId, currentTarget: handle }: ReactPointerEvent<HTMLElement>,
  lineOf: () => CardLine | undefined,
): void {
  if (button !== 0) return
  const mark = make('div', { class: 'editor-card-place', 'aria-hidden': 'true' })
  const blocks = findBlocks(view.state)
  const ended = new AbortController()
  let place: number | undefined
  handle.setPointerCapture(pointerId)

  const move = (event: PointerEvent) => {
    place = placeAt(view, blocks, event.clientY)
    mark.style.top = `${edgeOf(view, blocks, place) - view.dom.getBoundingClientRect().top}px`
    view.dom.append(mark)
  }
  const end = (moves: boolean) => {
    ended.abort()
    mark.remove()
    const line = lineOf()
    if (moves && line && place !== undefined) moveTo(view, line, place)
    view.focus()
  }
  const { signal } = ended
  handle.addEventListener('pointermove', move, { signal })
  handle.addEventListener('pointerup', () => end(true), { signal })
  handle.addEventListener('pointercancel', () => end(false), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), {
    signal,
    capture: true,
  })
}

/** Returns the index among the blocks nearest to a vertical position. */
function placeAt(view: EditorView, blocks: readonly Block[], clientY: number): number {
  const height = clientY - view.documentTop
  const below = blocks.findIndex(
    ({ from, to }) => (view.lineBlockAt(from).top + view.lineBlockAt(to).bottom) / 2 > height,
  )
  return below < 0 ? blocks.length : below
}

/** Returns the vertical position of the gap at an index. */
function edgeOf(view: EditorView, blocks: readonly Block[], place: number): number {
  const next = blocks[place]
  const end = view.lineBlockAt(blocks.at(-1)?.to ?? 0).bottom
  return view.documentTop + (next ? view.lineBlockAt(next.from).top : end)
}
