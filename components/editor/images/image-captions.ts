import { syntaxTree } from '@codemirror/language'
import { EditorState, StateField, type Text, type TransactionSpec } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { isByHand } from '@/components/editor/link-cards/card-field'
import {
  changesOneParagraph,
  figureStart,
  findBlocks,
} from '@/components/editor/link-cards/card-lines'
import { missingBreaks } from '@/components/editor/link-cards/keep-apart'
import { textsOf } from '@/components/editor/texts'
import { button, make } from '@/components/ui/make-element'
import { imageWidths, parseOwnImage } from '@/lib/markdown/own-image'
import { type FigureLine, readFigureLine, writeFigureLine } from './figure-line'

/** A line that is a figure on the page, with its position in the text. */
type Figure = { from: number; to: number; figure: FigureLine }

function findFigures(state: EditorState): Figure[] {
  const { doc } = state
  return findBlocks(state).flatMap(({ name, from, to, start }) => {
    if (name !== 'Paragraph' || start !== figureStart) return []
    const line = doc.lineAt(from)
    const figure = line.from === from && line.to >= to ? readFigureLine(line.text) : undefined
    // The editor loads the same images as the page: over HTTPS, or from this blog.
    return figure && /^(?:\/(?!\/)|https:)/.test(figure.src) ? [{ from, to: line.to, figure }] : []
  })
}

const figuresField = StateField.define<readonly Figure[]>({
  create: findFigures,
  update: (before, transaction) => {
    const { changes, docChanged, startState, state } = transaction
    if (!docChanged && syntaxTree(startState) === syntaxTree(state)) return before
    if (!docChanged || !changesOneParagraph(transaction)) return findFigures(state)
    return before.map(({ from, to, figure }) => ({
      from: changes.mapPos(from),
      to: changes.mapPos(to),
      figure,
    }))
  },
})

/** The largest height of an image in the editor, and the height of the fields below it. */
const heightPx = { image: 320, fields: 104 }

/** Shows an image with fields for its caption, alternative text and width. */
class FigureWidget extends WidgetType {
  constructor(private readonly figure: FigureLine) {
    super()
  }

  /** A changed caption keeps the element, which may have focus. `fillFigure` updates it. */
  override eq({ figure }: FigureWidget): boolean {
    return figure.src === this.figure.src
  }

  override toDOM(view: EditorView): HTMLElement {
    const t = textsOf(view.state)
    const own = parseOwnImage(this.figure.src)
    const size = own && { width: String(own.width), height: String(own.height) }
    const field = (name: 'caption' | 'alt') =>
      make('input', {
        'data-name': name,
        'aria-label': t(`figures.${name}`),
        form: '',
        placeholder: t(`figures.${name}`),
        autocomplete: 'off',
        dir: 'auto',
      })
    const width = make(
      'select',
      { 'data-name': 'width', 'aria-label': t('figures.width'), form: '' },
      ...imageWidths.map((one) => make('option', { value: one }, t(`figures.widths.${one}`))),
    )
    const dom: HTMLElement = make(
      'div',
      { class: 'cm-figure', role: 'group', 'aria-label': t('figures.label') },
      make('img', { src: this.figure.src, alt: '', ...size }),
      field('caption'),
      make(
        'div',
        { class: 'cm-figure-tools' },
        field('alt'),
        width,
        button(t('figures.edit'), {}, () => act(edit)),
        button(t('images.remove'), {}, () => act(remove)),
      ),
    )
    const act = (change: typeof leave) => {
      const found = figureAt(view, dom)
      if (found) view.dispatch(change(found, view.state.doc))
      view.focus()
    }
    dom.addEventListener('input', () => rewriteFigure(view, dom))
    dom.addEventListener('keydown', (event) => {
      if (!(event.target instanceof HTMLInputElement) || event.isComposing) return
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      act(leave)
    })
    fillFigure(dom, this.figure)
    return dom
  }

  override get estimatedHeight(): number {
    const { width = 3, height = 2 } = parseOwnImage(this.figure.src) ?? {}
    return Math.min(heightPx.image, (height / width) * 640) + heightPx.fields
  }
}

type Field = HTMLInputElement | HTMLSelectElement

const fieldsOf = (dom: HTMLElement) => [...dom.querySelectorAll<Field>('[data-name]')]

/** Shows the values from the Markdown, except in the focused field. */
function fillFigure(dom: HTMLElement, figure: FigureLine): void {
  for (const field of fieldsOf(dom)) {
    const value = String(Reflect.get(figure, field.dataset.name ?? ''))
    if (field !== document.activeElement && field.value !== value) field.value = value
  }
  dom.toggleAttribute('data-lacks-alt', figure.alt.trim() === '')
  dom.dataset.width = figure.width
}

function figureAt(view: EditorView, dom: HTMLElement): Figure | undefined {
  const at = view.posAtDOM(dom)
  return view.state.field(figuresField).find(({ from, to }) => from <= at && at <= to)
}

function rewriteFigure(view: EditorView, dom: HTMLElement): void {
  const found = figureAt(view, dom)
  if (!found) return
  const { from, to, figure } = found
  const typed = Object.fromEntries(fieldsOf(dom).map(({ dataset, value }) => [dataset.name, value]))
  const width = imageWidths.find((one) => one === typed.width) ?? 'normal'
  const { alt = '', caption = '' } = typed
  const insert = writeFigureLine({ src: figure.src, alt, caption, width })
  if (insert !== view.state.sliceDoc(from, to))
    view.dispatch({ changes: { from, to, insert }, userEvent: 'input.type.figure' })
}

/** Shows the Markdown of the figure by moving the cursor into it. */
const edit = ({ to }: Figure): TransactionSpec => ({ selection: { anchor: to } })

/** Moves the cursor to the next paragraph, and adds the missing line breaks before it. */
const leave = ({ to }: Figure, doc: Text): TransactionSpec => {
  const [breaks = ''] = /^\n*/.exec(doc.sliceString(to, to + 2)) ?? []
  return {
    changes: { from: to + breaks.length, insert: '\n'.repeat(2 - breaks.length) },
    selection: { anchor: to + 2 },
    scrollIntoView: true,
  }
}

const remove = ({ from, to }: Figure, doc: Text) => ({
  changes: { from, to: Math.min(to + 1, doc.length) },
  userEvent: 'delete',
})

/** Keeps blank lines around figures, because only an image in its own paragraph is a figure. */
const keepFiguresApart = EditorState.transactionFilter.of((transaction) => {
  const isEdit = transaction.isUserEvent('input') || transaction.isUserEvent('delete')
  if (!transaction.docChanged || !isEdit || !isByHand(transaction)) return transaction
  const figures = transaction.startState.field(figuresField)
  const changes = figures.flatMap((figure) => missingBreaks(transaction, figure))
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }]
})

/** Shows each image instead of its Markdown, or below it while the cursor is in the Markdown. */
export const imageFigures = [
  figuresField,
  keepFiguresApart,
  EditorView.decorations.compute([figuresField, 'selection'], (state) => {
    const { head } = state.selection.main
    return Decoration.set(
      state.field(figuresField).map(({ from, to, figure }) => {
        const widget = new FigureWidget(figure)
        return head >= from && head <= to
          ? Decoration.widget({ widget, block: true, side: 1 }).range(to)
          : Decoration.replace({ widget, block: true }).range(from, to)
      }),
    )
  }),
  EditorView.updateListener.of(({ view, docChanged }) => {
    if (!docChanged) return
    for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.cm-figure')) {
      const found = figureAt(view, dom)
      if (found) fillFigure(dom, found.figure)
    }
  }),
]
