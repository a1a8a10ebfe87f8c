'use client'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import type { OpenEditor } from '@/components/editor/open-editor'
import { checkPost } from '@/lib/posts/editing/check-post'
import type { PostState } from '@/lib/posts/editing/post-state'
import type { PostFormAct, TypedPost } from './post-form-state'

type CheckedPost = Parameters<typeof checkPost>[0]

type Props = {
  id: number
  kind: 'post' | 'page'
  /** The saved publication time. */
  at: string
  timeZone: string
  typed: TypedPost
  current: PostState
  editor: RefObject<OpenEditor | undefined>
  faultOf: (name: string) => string | undefined
}

/** Describes the effect of publishing or updating, lists missing parts, and asks to confirm. */
export function PublishSheet(props: Props) {
  const { typed, current, editor, faultOf } = props
  const t = useTranslations('postFormClient.publish')
  const sheet = useRef<HTMLDetailsElement>(null)
  /** The draft when the sheet was opened, and whether it had unsaved changes. */
  const [opened, setOpened] = useState<{ draft: CheckedPost; isUnsaved: boolean }>()
  const isPublic = current.status === 'published'
  const fault = faultOf(isPublic ? 'updateAt' : 'at')
  const missing = checkPost(opened?.draft ?? typed)
  const isChanged = current.changed || opened?.isUnsaved
  const state = isPublic ? (isChanged ? 'changed' : 'unchanged') : 'unpublished'
  // Enter confirms, as in Ghost.
  useEffect(() => {
    const find = (selector: string) => sheet.current?.querySelector<HTMLElement>(selector)
    if (opened) (find('[aria-invalid]') ?? find('button.admin-button'))?.focus()
  }, [opened])
  return (
    <details
      name="post-sheet"
      className="post-sheet post-publish"
      data-kind={state}
      open={fault !== undefined || undefined}
      ref={sheet}
      onToggle={({ currentTarget: { open } }) => {
        const session = open && editor.current?.session
        setOpened(
          session ? { draft: session.read(), isUnsaved: !session.saver.isSaved } : undefined,
        )
      }}
    >
      <summary className="admin-button">{t(isPublic ? 'openUpdate' : 'open')}</summary>
      <div className="post-sheet-content">
        <h2>{t(`title.${state}`, { kind: props.kind })}</h2>
        <p>{t(`about.${state}`, { kind: props.kind })}</p>
        {state !== 'unchanged' && missing.length > 0 && (
          <>
            <p>{t('missing')}</p>
            <ul className="post-missing">
              {missing.map((part) => (
                <li key={part}>{t(`checks.${part}`)}</li>
              ))}
            </ul>
          </>
        )}
        {state === 'unpublished' && <Publication {...props} />}
        {state === 'changed' && <Update {...props} />}
      </div>
    </details>
  )
}

type ActProps = { act: PostFormAct; text: string; kind?: string }

/** A button that saves the post and runs an action. */
export const Act = ({ act, text, kind = 'post-act' }: ActProps) => (
  <button type="submit" name="act" value={act} className={kind}>
    {text}
  </button>
)

/** Publishes the post now or later. */
function Publication({ at, timeZone, typed, current, faultOf }: Props) {
  const t = useTranslations('postFormClient')
  const isScheduled = current.status === 'scheduled'
  return (
    <>
      <Act act="publish" text={t('actions.publish')} kind="admin-button" />
      <DateField name="at" typed={typed.at} saved={at} timeZone={timeZone} faultOf={faultOf} />
      <Act act="schedule" text={t(`schedule.${isScheduled ? 'scheduled' : 'draft'}`)} />
      {isScheduled && <Act act="unpublish" text={t('actions.unschedule')} />}
    </>
  )
}

/** Publishes the changes to a published post now or later, or discards them. */
function Update({ id, timeZone, typed, current, faultOf }: Props) {
  const t = useTranslations('postFormClient')
  return (
    <>
      <Act act="publish" text={t('actions.update')} kind="admin-button" />
      <a href={`/admin/posts/${id}/history`} className="admin-link">
        {t('publish.compare')}
      </a>
      <DateField
        name="updateAt"
        typed={typed.updateAt ?? ''}
        timeZone={timeZone}
        faultOf={faultOf}
      />
      <Act act="schedule-update" text={t('actions.scheduleUpdate')} />
      {current.updateAt !== null && <Act act="cancel-update" text={t('actions.cancelUpdate')} />}
      <details className="post-confirm">
        <summary className="post-act post-danger">{t('actions.discard')}</summary>
        <p>{t('publish.discardAbout')}</p>
        <Act act="discard" text={t('actions.confirmDiscard')} kind="post-act post-danger" />
      </details>
    </>
  )
}

/** A field for a date and time in the time zone of the blog. */
export function DateField({
  name,
  typed,
  saved,
  timeZone,
  faultOf,
}: {
  name: 'at' | 'updateAt'
  typed: string
  /** The saved publication time. “Save” applies a different one. */
  saved?: string
  timeZone: string
  faultOf: (name: string) => string | undefined
}) {
  const t = useTranslations('postFormClient.actions')
  return (
    <>
      <AdminField
        id={`post-${name}`}
        type="datetime-local"
        name={name}
        label={t(name === 'at' ? 'time' : 'updateTime', { timeZone })}
        defaultValue={typed}
        fault={faultOf(name)}
      />
      {saved !== undefined && <input type="hidden" name="savedAt" value={saved} />}
    </>
  )
}
