'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { checkPost } from '@/lib/posts/editing/check-post'
import { fromLocalTime } from '@/lib/posts/editing/local-time'
import type { OpenForm, PostFormAct } from './post-form-state'
import { PostStateText } from './post-state-text'

type CheckedPost = Parameters<typeof checkPost>[0]

/**
 * Describes the effect of publishing or updating, lists missing parts, and asks to confirm. A
 * published post can be unpublished here.
 */
export function PublishSheet({ form }: { form: OpenForm }) {
  const { kind, typed, current, editor, errorOf, timeZone, isListed } = form
  const t = useTranslations('postFormClient.publish')
  const sheet = useRef<HTMLDetailsElement>(null)
  /** The draft when the sheet was opened, and whether it had unsaved changes. */
  const [opened, setOpened] = useState<{ draft: CheckedPost; isUnsaved: boolean }>()
  const publicationKind = kind === 'page' && !isListed ? 'unlistedPage' : kind
  const isPublic = current.status === 'published'
  const error = errorOf(isPublic ? 'updateAt' : 'at')
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
      open={error !== undefined || undefined}
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
        <h2>{t(`title.${state}`, { kind })}</h2>
        {(current.updateAt ?? current.publishAt) === null ? (
          <p>{t(`about.${state}`, { kind: publicationKind })}</p>
        ) : (
          <p className="post-state">
            <PostStateText current={current} timeZone={timeZone} />
          </p>
        )}
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
        {isPublic ? (
          <Published form={form} isChanged={state === 'changed'} />
        ) : (
          <Publication form={form} />
        )}
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
function Publication({ form }: { form: OpenForm }) {
  const t = useTranslations('postFormClient')
  const { current, typed, timeZone } = form
  const [at, setAt] = useState(typed.at)
  const isScheduled = current.status === 'scheduled'
  const isPast = (fromLocalTime(at, timeZone)?.getTime() ?? Date.now()) < Date.now()
  const schedule = isScheduled ? 'scheduled' : 'draft'
  return (
    <>
      <Act act="publish" text={t('actions.publish')} kind="admin-button" />
      <DateField form={form} name="at" onChange={setAt} />
      <Act act="schedule" text={t(`schedule.${isPast ? 'past' : schedule}`)} />
      {isScheduled && <Act act="unpublish" text={t('actions.unschedule')} />}
    </>
  )
}

/** Updates a published post, or turns it back into a draft. */
function Published({ form, isChanged }: { form: OpenForm; isChanged: boolean }) {
  const { kind } = form
  const t = useTranslations('postFormClient')
  return (
    <>
      {isChanged && <Update form={form} />}
      <details className="post-confirm">
        <summary className="post-act post-danger">{t('actions.unpublish')}</summary>
        <p>{t('panel.unpublishAbout', { kind })}</p>
        <Act act="unpublish" text={t('actions.confirmUnpublish')} kind="post-act post-danger" />
      </details>
    </>
  )
}

/** Publishes the changes to a published post now or later, or discards them. */
function Update({ form }: { form: OpenForm }) {
  const { post, current } = form
  const t = useTranslations('postFormClient')
  return (
    <>
      <Act act="publish" text={t('actions.update')} kind="admin-button" />
      <a href={`/admin/posts/${post.id}/history`} className="admin-link">
        {t('publish.compare')}
      </a>
      <DateField form={form} name="updateAt" />
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
  form: { at, timeZone, typed, errorOf },
  name,
  onChange,
}: {
  form: OpenForm
  name: 'at' | 'updateAt'
  onChange?: (local: string) => void
}) {
  const t = useTranslations('postFormClient.actions')
  return (
    <>
      <AdminField
        id={`post-${name}`}
        type="datetime-local"
        name={name}
        label={t(name === 'at' ? 'time' : 'updateTime', { timeZone })}
        defaultValue={typed[name] ?? ''}
        error={errorOf(name)}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {/* “Save” applies a publication time that differs from the saved one. */}
      {name === 'at' && <input type="hidden" name="savedAt" value={at} />}
    </>
  )
}
