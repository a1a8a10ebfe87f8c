'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState, useEffect, useEffectEvent, useState } from 'react'
import { ButtonForm } from '@/components/admin/admin-form'
import { withFallback } from '@/components/admin/kept-form'
import { cardOf, cards, chooseCards, chosenCards, currentCard, focusCard } from './comment-cards'
import { CommentForms, type CommentTextAction, type CommentTextState } from './comment-forms'
import { describeDecision } from './describe-decision'
import { areKeysOn, keyCommands, sendKey, switchKeys } from './key-commands'
import { NewComments, type ShownList } from './new-comments'
import { useModerationEvents } from './use-moderation-events'
import { useVerdicts, type VerdictActions } from './use-verdicts'

type Props = {
  actions: VerdictActions & { reply: CommentTextAction; edit: CommentTextAction }
  /** The verdicts for selected comments; empty for an empty list. */
  verdicts: ('published' | 'spam' | 'deleted')[]
  /** The signed-in staff member's last decision, if it can be undone. */
  last: { judgementIds: number[]; time: string } | undefined
  /** The URL for polling new comments; undefined on later pages of the list. */
  news: string | undefined
  shown: ShownList
  children: ReactNode
}

type Message = { text: string; where?: CommentTextState['where']; at: number }

/**
 * The bar with bulk actions: above the list, or on phones at the bottom of the screen. Adds
 * shortcuts, immediate verdicts and polling to the list, which works without them.
 */
export function CommentModeration(props: Props) {
  const { actions, verdicts, last, news, shown, children } = props
  const t = useTranslations('moderationClient')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const failed: CommentTextAction = async (_, form) => ({
    id: Number.parseInt(String(form.get('seen')), 10),
    error: t('connectionLost'),
    content: String(form.get('content')),
  })
  const reply = useActionState(withFallback(actions.reply, failed), {})
  const edit = useActionState(withFallback(actions.edit, failed), {})
  // With JavaScript, `useVerdicts` calls these actions instead.
  const moderate = useActionState(actions.moderate, {})
  const undo = useActionState(actions.undo, {})
  const decided = describeDecision(t, moderate[0]) || describeDecision(t, undo[0])
  const describe = ({ done, where }: CommentTextState): Message | undefined =>
    done && { text: t(`texts.${done}`, { title: where?.title ?? '' }), where, at: 0 }
  const [replied] = reply
  const [edited] = edit
  // Without JavaScript, the response to a form already shows the result, which is not reported
  // again.
  const [rendered] = useState([replied, edited])
  const [message, setMessage] = useState(
    () => describe(replied) ?? describe(edited) ?? (decided ? { text: decided, at: 0 } : undefined),
  )
  const { moderateCards, undoVerdicts, forgetDecisions } = useVerdicts(actions, (text) =>
    setMessage({ text, at: Date.now() }),
  )
  const openHelp = () => setHelpOpen(true)
  useModerationEvents({ moderateCards, undoVerdicts, openHelp })

  const onText = useEffectEvent((state: CommentTextState) => {
    const described = describe(state)
    if (!described || rendered.includes(state)) return
    setMessage({ ...described, at: Date.now() })
    forgetDecisions()
    const card = cardOf(state.id ?? 0)
    for (const details of card?.querySelectorAll('details') ?? []) details.open = false
    // A reply to a pending comment approves it, which removes it from the list.
    focusCard(card ?? currentCard())
  })
  useEffect(() => onText(replied), [replied])
  useEffect(() => onText(edited), [edited])

  return (
    <CommentForms value={{ reply, edit, moderate, undo }}>
      <div className="admin-toolbar">
        {verdicts.length > 0 && (
          // The checkboxes of the comments refer to this form by its id.
          <form
            id="admin-bulk"
            action={moderate[1]}
            className="admin-bulk"
            aria-label={t('bulk.label')}
          >
            <SelectAll />
            {verdicts.map((verdict) => (
              <button key={verdict} type="submit" name="verdict" value={verdict}>
                {t(`bulk.${verdict}`)}
              </button>
            ))}
          </form>
        )}
        {last && (
          <ButtonForm
            action={undo[1]}
            fields={{ judgement: last.judgementIds }}
            data-admin="undo-last"
            title={t('undoHint', { count: last.judgementIds.length, time: last.time })}
          >
            {t('undo')}
          </ButtonForm>
        )}
        <p role="status" className="admin-toast">
          {message && (
            <span key={message.at}>
              {message.text} {message.where && <a href={message.where.href}>{t('viewReply')}</a>}
            </span>
          )}
        </p>
        {news !== undefined && <NewComments news={news} shown={shown} />}
        <button
          type="button"
          className="admin-link needs-script admin-keys"
          aria-haspopup="dialog"
          onClick={openHelp}
        >
          {t('keys.title')}
        </button>
      </div>
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
      {children}
    </CommentForms>
  )
}

/** The checkbox that selects all comments on the page, and the number of selected comments. */
function SelectAll() {
  const t = useTranslations('moderationClient.bulk')
  const [{ chosen, all }, setCount] = useState({ chosen: 0, all: 0 })
  useEffect(() => {
    const count = () => {
      const now = { chosen: chosenCards().length, all: cards().length }
      setCount((old) => (old.chosen === now.chosen && old.all === now.all ? old : now))
    }
    count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  })
  return (
    <>
      <label className="needs-script">
        <input
          type="checkbox"
          checked={chosen > 0 && chosen === all}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = chosen > 0 && chosen < all
          }}
          onChange={({ target }) => chooseCards(cards(), target.checked)}
        />
        <span>{t('selectAll')}</span>
      </label>
      <span role="status">{chosen > 0 && t('selected', { count: chosen })}</span>
    </>
  )
}

/** Lists the shortcuts in a native dialog: Escape closes it and restores focus. */
function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('moderationClient.keys')
  return (
    <dialog
      className="admin-help"
      aria-labelledby="admin-help"
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      onClose={onClose}
    >
      <h2 id="admin-help">{t('title')}</h2>
      <dl>
        {[...keyCommands, { key: sendKey(), command: 'send' } as const].map(({ key, command }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(command)}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          defaultChecked={areKeysOn()}
          onChange={({ target }) => switchKeys(target.checked)}
        />{' '}
        {t('enable')}
      </label>
      <form method="dialog">
        <button type="submit" className="admin-button">
          {t('close')}
        </button>
      </form>
    </dialog>
  )
}
