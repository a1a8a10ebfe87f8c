import type { EditorView } from '@codemirror/view'
import { element } from '@/components/editor/element'
import type { CardLine } from '@/components/editor/link-cards/model/find-card-lines'
import type { PreviewState } from '@/components/editor/link-cards/model/preview-states'
import type { LinkCardText } from '@/lib/markdown/card-line'
import { moveTo, rewriteCard, selectCard, showAsText, turnIntoLink } from './card-actions'
import { cardForm } from './card-form'
import type { CardQueue, LinkCardPreview } from './card-services'
import { type CardCommand, CardToolbar } from './card-toolbar'
import { dragCard } from './drag-card'
import { drawPreview } from './draw-preview'
import { shownAt } from './shown-field'

/** The views by element: the editor only passes DOM elements. */
const views = new WeakMap<Element, CardView>()

/**
 * A card on the screen. It subscribes to its preview directly: an editor transaction per update
 * would disturb the user.
 */
export class CardView {
  readonly dom = element('div', { class: 'editor-card', role: 'group' })
  private readonly toolbar = new CardToolbar((command) => this.run(command))
  private content: HTMLElement = element('div')
  private form: HTMLFormElement | undefined
  private unwatch: () => void

  constructor(
    private readonly editor: EditorView,
    private readonly queue: CardQueue,
    private card: LinkCardText,
  ) {
    views.set(this.dom, this)
    this.dom.append(this.content, this.toolbar.dom)
    this.unwatch = queue.watch(card.url, () => this.draw())
    this.dom.addEventListener('mousedown', (event) => this.select(event))
    this.dom.addEventListener('keydown', (event) => this.pressed(event))
    const handle = this.toolbar.part('drag')
    if (handle) dragCard(editor, handle, () => this.line)
    this.draw()
  }

  static of(dom: Element | null): CardView | undefined {
    return dom ? views.get(dom) : undefined
  }

  /** The line of the card; undefined while it is being removed. */
  get line(): CardLine | undefined {
    return this.dom.isConnected
      ? shownAt(this.editor.state, this.editor.posAtDOM(this.dom))
      : undefined
  }

  show(card: LinkCardText): void {
    if (card.url !== this.card.url) {
      this.unwatch()
      this.unwatch = this.queue.watch(card.url, () => this.draw())
    }
    this.card = card
    this.draw()
  }

  focus(command?: CardCommand): void {
    this.toolbar.focus(command)
  }

  destroy(): void {
    this.unwatch()
  }

  private get page() {
    const state = this.queue.stateOf(this.card.url)
    return state.step === 'done' ? state.preview : 'before' in state ? state.before : undefined
  }

  private draw(): void {
    const { card, toolbar } = this
    const state = this.queue.stateOf(card.url)
    const content = drawPreview(card, state, () => this.run('refresh'))
    const hadFocus = this.content.contains(document.activeElement)
    this.content.replaceWith(content)
    this.content = content
    this.dom.dataset.state = state.step
    this.dom.setAttribute('aria-label', `Link card: ${card.title ?? this.page?.title ?? card.url}`)
    const hasImage = this.page !== undefined && this.page.image !== ''
    toolbar.label('edit', this.page && 'Edit title and description')
    toolbar.label(
      'image',
      hasImage || !card.image ? (card.image ? 'Remove image' : 'Show image') : undefined,
    )
    this.labelRefresh(state)
    if (hadFocus) this.editor.focus()
  }

  /** Keeps the button and its focus during a refresh. */
  private labelRefresh(state: PreviewState<LinkCardPreview>): void {
    const failure = state.step === 'done' ? state.failure : undefined
    const words = state.step === 'done' ? 'Refresh' : 'Refreshing…'
    this.toolbar.label(
      'refresh',
      this.page && (failure === undefined ? words : 'Could not be refreshed. Try again'),
      failure,
    )
    this.toolbar.part('refresh')?.toggleAttribute('data-failed', failure !== undefined)
  }

  private run(command: CardCommand): void {
    const { line, editor, card } = this
    if (!line) return
    if (command === 'edit') this.edit(line)
    if (command === 'image') rewriteCard(editor, line, { ...card, image: !card.image })
    if (command === 'refresh') this.queue.again(card.url)
    if (command === 'link') turnIntoLink(editor, line, card.title ?? this.page?.title ?? '')
    if (command === 'text') showAsText(editor, line)
    if (command === 'copy') this.copy()
    if (command === 'up' || command === 'down') this.move(line, command)
    if (command === 'drag') selectCard(editor, line)
  }

  private move(line: CardLine, direction: 'up' | 'down'): void {
    const from = moveTo(this.editor, line, direction)
    if (from === undefined) return
    const drawn = [...this.editor.contentDOM.querySelectorAll('.editor-card')].find(
      (dom) => this.editor.posAtDOM(dom) === from,
    )
    CardView.of(drawn ?? null)?.focus(direction)
  }

  private copy(): void {
    const button = this.toolbar.part('copy')
    const showResult = (text: string) => {
      this.toolbar.label('copy', text)
      setTimeout(() => this.toolbar.label('copy', 'Copy URL'), 2_000)
    }
    navigator.clipboard.writeText(this.card.url).then(
      () => showResult('Copied'),
      () => showResult('The browser did not allow copying'),
    )
    button?.focus()
  }

  private edit(line: CardLine): void {
    if (!this.page || this.form) return
    this.form = cardForm(this.card, this.page, (changed) => {
      this.form?.remove()
      this.form = undefined
      const now = this.line ?? line
      if (changed) rewriteCard(this.editor, now, changed)
      selectCard(this.editor, shownAt(this.editor.state, now.from) ?? now)
    })
    this.dom.append(this.form)
    this.form.querySelector('input')?.select()
  }

  private select(event: MouseEvent): void {
    const { line } = this
    if (
      !line ||
      !(event.target instanceof Element) ||
      event.target.closest('button, .editor-card-form')
    )
      return
    event.preventDefault()
    selectCard(this.editor, line)
  }

  private pressed(event: KeyboardEvent): void {
    const { line } = this
    if (event.key === 'Escape' && line) selectCard(this.editor, line)
    else if (event.altKey && line && event.key === 'ArrowUp') this.move(line, 'up')
    else if (event.altKey && line && event.key === 'ArrowDown') this.move(line, 'down')
    else return
    event.preventDefault()
  }
}
