import { type EditorView, WidgetType } from '@codemirror/view'
import {
  type ComponentProps,
  type ReactNode,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { Icon } from '@/components/editor/icon'
import { textsOf } from '@/components/editor/texts'
import { roveToolbar } from '@/components/editor/toolbar'
import { LinkCard, withCardOverrides } from '@/components/link-previews/link-card'
import { make } from '@/components/ui/make-element'
import { type LinkCardText, writeCardLine } from '@/lib/markdown/card-line'
import { moveTo, rewriteCard, selectCard, showCard, turnIntoLink } from './card-actions'
import { shownAt } from './card-field'
import { CardForm } from './card-form'
import type { CardLine } from './card-lines'
import { dragCard } from './drag-card'
import type { PreviewQueue } from './preview-queue'

/** The fixed height of a card, as in link-cards.css. */
const cardHeightPx = 224

/** The roots by element: the editor only passes DOM elements. */
const roots = new WeakMap<Element, Root>()

/** Displays a card in place of its line. */
export class CardWidget extends WidgetType {
  constructor(
    private readonly card: LinkCardText,
    private readonly isSelected: boolean,
    private readonly queue: PreviewQueue,
  ) {
    super()
  }

  override eq({ card, isSelected, queue }: CardWidget): boolean {
    return (
      queue === this.queue &&
      isSelected === this.isSelected &&
      writeCardLine(card) === writeCardLine(this.card)
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = make('div', { class: 'editor-card', role: 'group' })
    dom.addEventListener('mousedown', (event) => select(view, dom, event))
    dom.addEventListener('keydown', (event) => press(view, dom, event))
    roots.set(dom, createRoot(dom))
    this.updateDOM(dom, view, this)
    return dom
  }

  override updateDOM(dom: HTMLElement, view: EditorView, { card }: CardWidget): boolean {
    if (card.url !== this.card.url) return false
    dom.toggleAttribute('data-selected', this.isSelected)
    roots.get(dom)?.render(<Card dom={dom} view={view} card={this.card} queue={this.queue} />)
    return true
  }

  override destroy(dom: HTMLElement): void {
    // The editor may remove the card while React renders.
    queueMicrotask(() => roots.get(dom)?.unmount())
  }

  override get estimatedHeight(): number {
    return cardHeightPx
  }
}

/** Returns the line of a card; undefined while the card is being removed. */
function lineOf(view: EditorView, dom: HTMLElement): CardLine | undefined {
  return dom.isConnected ? shownAt(view.state, view.posAtDOM(dom)) : undefined
}

function select(view: EditorView, dom: HTMLElement, event: MouseEvent): void {
  const line = lineOf(view, dom)
  const isControl =
    !(event.target instanceof Element) || event.target.closest('button, .editor-card-form')
  if (!line || isControl) return
  event.preventDefault()
  selectCard(view, line)
}

function press(view: EditorView, dom: HTMLElement, event: KeyboardEvent): void {
  const line = lineOf(view, dom)
  if (!line) return
  if (event.key === 'Escape') selectCard(view, line)
  else if (event.altKey && event.key === 'ArrowUp') move(view, line, 'up')
  else if (event.altKey && event.key === 'ArrowDown') move(view, line, 'down')
  else return
  event.preventDefault()
}

function move(view: EditorView, line: CardLine, direction: 'up' | 'down'): void {
  const from = moveTo(view, line, direction)
  if (from !== undefined) focusCard(view, from, direction)
}

/** Moves focus to a button of the card at a position. Returns false if it is not drawn. */
export function focusCard(
  view: EditorView,
  from: number,
  command: 'edit' | 'up' | 'down',
): boolean {
  // Renders a card that was drawn just now.
  flushSync(() => {})
  const drawn = [...view.contentDOM.querySelectorAll('.editor-card')].find(
    (dom) => view.posAtDOM(dom) === from,
  )
  drawn?.querySelector<HTMLElement>(`[data-command="${command}"]`)?.focus()
  return drawn !== undefined
}

/** Icons are stroked paths in a 24 × 24 view box. */
const icons = {
  drag: 'M9 5v.01M9 12v.01M9 19v.01M15 5v.01M15 12v.01M15 19v.01',
  edit: 'M4 20h4L19 9l-4-4L4 16v4M13 7l4 4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M3 3l18 18',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v4h-4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
}

type Props = { dom: HTMLElement; view: EditorView; card: LinkCardText; queue: PreviewQueue }

/** A link card in the editor, with its buttons below. */
function Card({ dom, view, card, queue }: Props) {
  const t = textsOf(view.state)
  const { step, preview, failure } = useSyncExternalStore(
    (changed) => queue.watch(card.url, changed),
    () => queue.stateOf(card.url),
  )
  const [isEdited, setEdited] = useState(false)
  const [copied, setCopied] = useState<'copy' | 'copied' | 'copyFailed'>('copy')
  const label = t('cards.label', { title: card.title ?? preview?.title ?? card.url })
  useLayoutEffect(() => {
    dom.dataset.state = step
    dom.setAttribute('aria-label', label)
  }, [dom, step, label])
  const withLine = (act: (line: CardLine) => void) => () => {
    const line = lineOf(view, dom)
    if (line) act(line)
  }
  const refresh = () => {
    // The button to retry disappears.
    if (!preview) view.focus()
    queue.again(card.url)
  }
  const copy = () => {
    const show = (result: typeof copied) => {
      setCopied(result)
      setTimeout(() => setCopied('copy'), 2_000)
    }
    navigator.clipboard.writeText(card.url).then(
      () => show('copied'),
      () => show('copyFailed'),
    )
  }
  const end = (changed: LinkCardText | undefined) => {
    setEdited(false)
    withLine((line) => changed && rewriteCard(view, line, changed))()
    withLine((line) => selectCard(view, line))()
  }
  const reason = failure === undefined ? undefined : failure || t('cards.unavailable')
  const refreshLabel = t(
    `cards.${step !== 'done' ? 'refreshing' : reason ? 'refreshFailed' : 'refresh'}`,
  )
  const title = card.title ?? preview?.title ?? ''
  const tool = (
    name: keyof typeof icons,
    label: string,
    act: (line: CardLine) => void,
    more: ComponentProps<'button'> & { 'data-failed'?: string | undefined } = {},
  ) => (
    <button
      type="button"
      data-command={name}
      aria-label={label}
      title={label}
      onClick={withLine(act)}
      {...more}
    >
      <Icon path={icons[name]} size={18} />
    </button>
  )
  return (
    <>
      <div
        className="editor-card-content"
        // Ctrl and a click follow the link, as is common in editors.
        onClickCapture={(event) => !(event.ctrlKey || event.metaKey) && event.preventDefault()}
      >
        {preview ? (
          <LinkCard preview={withCardOverrides(preview, card)} href={card.url} />
        ) : (
          <PlainCard url={card.url} reason={reason}>
            <button type="button" className="editor-card-retry" title={reason} onClick={refresh}>
              {t('retry')}
            </button>
          </PlainCard>
        )}
      </div>
      <div
        className="editor-card-tools"
        role="toolbar"
        aria-label={t('cards.toolbar')}
        ref={roveToolbar}
      >
        {tool('drag', t('cards.drag'), (line) => selectCard(view, line), {
          onPointerDown: (event) => dragCard(view, event, () => lineOf(view, dom)),
        })}
        {tool('edit', t('cards.edit'), () => setEdited(true), { hidden: !preview })}
        {tool(
          'image',
          t(card.image ? 'cards.removeImage' : 'cards.showImage'),
          (line) => rewriteCard(view, line, { ...card, image: !card.image }),
          { hidden: card.image && !preview?.image },
        )}
        {tool('refresh', refreshLabel, refresh, {
          title: reason ? `${refreshLabel}: ${reason}` : refreshLabel,
          'data-failed': reason && '',
          hidden: !preview,
        })}
        {tool('link', t('cards.toLink'), (line) => turnIntoLink(view, line, title))}
        {tool('text', t('cards.toText'), (line) => showCard(view, line, false))}
        {tool('copy', t(`cards.${copied}`), copy)}
        {tool('up', t('cards.up'), (line) => move(view, line, 'up'))}
        {tool('down', t('cards.down'), (line) => move(view, line, 'down'))}
      </div>
      {isEdited && preview && <CardForm card={card} page={preview} t={t} end={end} />}
    </>
  )
}

type PlainProps = { url: string; reason: string | undefined; children: ReactNode }

/** A placeholder, or the plain link, the reason and a button if there is no preview. */
function PlainCard({ url, reason, children }: PlainProps) {
  const link = (
    <a href={url} rel="noreferrer" tabIndex={-1}>
      {url}
    </a>
  )
  if (reason === undefined)
    return (
      <div className="link-card font-sans" aria-busy="true">
        <div className="link-card-body">
          <span className="editor-card-bar" style={{ inlineSize: '70%' }} />
          <span className="editor-card-bar" style={{ inlineSize: '90%' }} />
          <span className="editor-card-site">{link}</span>
        </div>
      </div>
    )
  return (
    <div className="editor-card-failure font-sans">
      {link}
      <span className="editor-card-reason">{reason}</span>
      {children}
    </div>
  )
}
