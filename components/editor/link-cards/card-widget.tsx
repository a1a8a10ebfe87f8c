import { type EditorView, WidgetType } from '@codemirror/view'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { element } from '@/components/editor/element'
import { textsOf } from '@/components/editor/texts'
import { type LinkCardText, writeCardLine } from '@/lib/markdown/card-line'
import { Card, type CardCommand, pageOf } from './card'
import { moveTo, rewriteCard, selectCard, showCard, turnIntoLink } from './card-actions'
import { shownAt } from './card-field'
import type { CardLine } from './card-lines'
import { dragCard } from './drag-card'
import type { PreviewQueue } from './preview-queue'

/** The fixed height of a card, as in link-cards.css. */
const cardHeightPx = 224

/** The views by element: the editor only passes DOM elements. */
const views = new WeakMap<Element, CardView>()

/** Displays a card in place of its line. */
export class CardWidget extends WidgetType {
  constructor(
    private readonly card: LinkCardText,
    private readonly queue: PreviewQueue,
  ) {
    super()
  }

  override eq({ card, queue }: CardWidget): boolean {
    return queue === this.queue && writeCardLine(card) === writeCardLine(this.card)
  }

  override toDOM(view: EditorView): HTMLElement {
    return new CardView(view, this.queue, this.card).dom
  }

  override updateDOM(dom: HTMLElement): boolean {
    views.get(dom)?.show(this.card)
    return views.has(dom)
  }

  override destroy(dom: HTMLElement): void {
    views.get(dom)?.destroy()
  }

  override get estimatedHeight(): number {
    return cardHeightPx
  }
}

/** Moves the focus to a button of the card at a position. Returns false if it is not drawn. */
export function focusCard(
  view: EditorView,
  from: number,
  command: 'edit' | 'up' | 'down',
): boolean {
  const drawn = [...view.contentDOM.querySelectorAll('.editor-card')].find(
    (dom) => view.posAtDOM(dom) === from,
  )
  const card = drawn && views.get(drawn)
  card?.focus(command)
  return card !== undefined
}

/**
 * A card on the screen. It subscribes to its preview directly: an editor transaction per update
 * would disturb the user.
 */
class CardView {
  readonly dom = element('div', { class: 'editor-card', role: 'group' })
  private readonly root = createRoot(this.dom)
  private unwatch: () => void

  constructor(
    private readonly editor: EditorView,
    private readonly queue: PreviewQueue,
    private card: LinkCardText,
  ) {
    views.set(this.dom, this)
    this.unwatch = queue.watch(card.url, this.draw)
    this.dom.addEventListener('mousedown', this.select)
    this.dom.addEventListener('keydown', this.press)
    this.draw()
  }

  show(card: LinkCardText): void {
    this.unwatch()
    this.unwatch = this.queue.watch(card.url, this.draw)
    this.card = card
    this.draw()
  }

  focus(command: string): void {
    flushSync(this.draw)
    this.dom.querySelector<HTMLElement>(`[data-command="${command}"]`)?.focus()
  }

  destroy(): void {
    this.unwatch()
    // The editor may remove the card while React renders.
    queueMicrotask(() => this.root.unmount())
  }

  /** The line of the card; undefined while it is being removed. */
  private get line(): CardLine | undefined {
    return this.dom.isConnected
      ? shownAt(this.editor.state, this.editor.posAtDOM(this.dom))
      : undefined
  }

  private readonly draw = (): void => {
    const { card, dom } = this
    const state = this.queue.stateOf(card.url)
    dom.dataset.state = state.step
    const t = textsOf(this.editor.state)
    const title = card.title ?? pageOf(state)?.title ?? card.url
    dom.setAttribute('aria-label', t('cards.label', { title }))
    this.root.render(
      <Card
        {...{ card, state, t, run: this.run, handle: this.handle }}
        rewrite={(changed) => this.line && rewriteCard(this.editor, this.line, changed)}
      />,
    )
  }

  private readonly handle = (button: HTMLButtonElement | null): void => {
    if (button) dragCard(this.editor, button, () => this.line)
  }

  private readonly run = (command: CardCommand): void => {
    const { line, editor, card } = this
    if (!line) return
    const page = pageOf(this.queue.stateOf(card.url))
    if (command === 'image') rewriteCard(editor, line, { ...card, image: !card.image })
    if (command === 'link') turnIntoLink(editor, line, card.title ?? page?.title ?? '')
    if (command === 'text') showCard(editor, line, false)
    if (command === 'up' || command === 'down') this.move(line, command)
    if (command === 'select') selectCard(editor, line)
    if (command !== 'refresh') return
    // The button to retry disappears.
    if (!page) editor.focus()
    this.queue.again(card.url)
  }

  private move(line: CardLine, direction: 'up' | 'down'): void {
    const from = moveTo(this.editor, line, direction)
    if (from !== undefined) focusCard(this.editor, from, direction)
  }

  private readonly select = (event: MouseEvent): void => {
    const { line } = this
    const isControl =
      !(event.target instanceof Element) || event.target.closest('button, .editor-card-form')
    if (!line || isControl) return
    event.preventDefault()
    selectCard(this.editor, line)
  }

  private readonly press = (event: KeyboardEvent): void => {
    const { line } = this
    if (!line) return
    if (event.key === 'Escape') selectCard(this.editor, line)
    else if (event.altKey && event.key === 'ArrowUp') this.move(line, 'up')
    else if (event.altKey && event.key === 'ArrowDown') this.move(line, 'down')
    else return
    event.preventDefault()
  }
}
