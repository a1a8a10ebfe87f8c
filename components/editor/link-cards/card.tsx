import { useState } from 'react'
import { roveToolbar } from '@/components/editor/rove-toolbar'
import type { EditorTexts } from '@/components/editor/texts'
import { LinkCard, withCardOverrides } from '@/components/link-previews/link-card'
import type { LinkCardText } from '@/lib/markdown/card-line'
import { CardForm } from './card-form'
import type { PreviewState } from './preview-queue'

export type CardCommand = 'image' | 'refresh' | 'link' | 'text' | 'up' | 'down' | 'select'

type Props = {
  card: LinkCardText
  state: PreviewState
  t: EditorTexts
  run: (command: CardCommand) => void
  rewrite: (card: LinkCardText) => void
  /** Makes a button the handle to drag the card by. */
  handle: (button: HTMLButtonElement | null) => void
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

const rove = (toolbar: HTMLElement | null) =>
  toolbar
    ? roveToolbar(toolbar, toolbar.querySelector<HTMLButtonElement>('[data-command="edit"]'))
    : undefined

/** Returns the preview that a card shows: its page, or the page before a refresh. */
export function pageOf(state: PreviewState) {
  if (state.step === 'done') return state.preview
  return state.step === 'failed' ? undefined : state.before
}

/** A link card in the editor, with its buttons below. */
export function Card({ card, state, t, run, rewrite, handle }: Props) {
  const [isEdited, setEdited] = useState(false)
  const [copied, setCopied] = useState<'copy' | 'copied' | 'copyFailed'>('copy')
  const page = pageOf(state)
  const failure = state.step === 'done' ? state.failure : undefined
  const refresh = failure === undefined ? 'refresh' : 'refreshFailed'
  const hasImage = page !== undefined && page.image !== ''
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
  const button = (command: keyof typeof icons, label: string, act: () => void, isShown = true) => (
    <button
      type="button"
      data-command={command}
      aria-label={label}
      title={
        command === 'refresh' && failure !== undefined
          ? `${label}: ${failure || t('cards.unavailable')}`
          : label
      }
      hidden={!isShown}
      data-failed={command === 'refresh' && failure !== undefined ? '' : undefined}
      ref={command === 'drag' ? handle : undefined}
      onClick={act}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={icons[command]} />
      </svg>
    </button>
  )
  return (
    <>
      <CardContent {...{ card, state, t, run }} />
      <div className="editor-card-tools" role="toolbar" aria-label={t('cards.toolbar')} ref={rove}>
        {button('drag', t('cards.drag'), () => run('select'))}
        {button('edit', t('cards.edit'), () => setEdited(true), page !== undefined)}
        {button(
          'image',
          t(card.image ? 'cards.removeImage' : 'cards.showImage'),
          () => run('image'),
          hasImage || !card.image,
        )}
        {button(
          'refresh',
          t(`cards.${state.step === 'done' ? refresh : 'refreshing'}`),
          () => run('refresh'),
          page !== undefined,
        )}
        {button('link', t('cards.toLink'), () => run('link'))}
        {button('text', t('cards.toText'), () => run('text'))}
        {button('copy', t(`cards.${copied}`), copy)}
        {button('up', t('cards.up'), () => run('up'))}
        {button('down', t('cards.down'), () => run('down'))}
      </div>
      {isEdited && page && (
        <CardForm
          {...{ card, page, t }}
          end={(changed) => {
            setEdited(false)
            if (changed) rewrite(changed)
            run('select')
          }}
        />
      )}
    </>
  )
}

/** The preview as on the page, a placeholder, or the plain link. */
function CardContent({ card, state, t, run }: Pick<Props, 'card' | 'state' | 't' | 'run'>) {
  const page = pageOf(state)
  const reason = state.step === 'failed' ? state.reason || t('cards.unavailable') : ''
  const link = (
    <a href={card.url} rel="noreferrer" tabIndex={-1}>
      {card.url}
    </a>
  )
  return (
    <div
      className="editor-card-content"
      // Ctrl and a click follow the link, as is common in editors.
      onClickCapture={(event) => !(event.ctrlKey || event.metaKey) && event.preventDefault()}
    >
      {page && <LinkCard preview={withCardOverrides(page, card)} href={card.url} />}
      {state.step === 'failed' && (
        <div className="editor-card-failure font-sans">
          {link}
          <span className="editor-card-reason">{reason}</span>
          <button
            type="button"
            className="editor-card-retry"
            title={reason}
            onClick={() => run('refresh')}
          >
            {t('retry')}
          </button>
        </div>
      )}
      {!page && state.step !== 'failed' && (
        <div className="link-card font-sans" aria-busy="true">
          <div className="link-card-body">
            <span className="editor-card-bar" style={{ inlineSize: '70%' }} />
            <span className="editor-card-bar" style={{ inlineSize: '90%' }} />
            <span className="editor-card-site">{link}</span>
          </div>
        </div>
      )}
    </div>
  )
}
