'use client'
import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import type { PostFormProps, TypedPost } from './post-form-state'

type Props = Pick<PostFormProps, 'post' | 'at' | 'timeZone'> & {
  typed: TypedPost
  editor: RefObject<OpenEditor | undefined>
  /** The error of the date. */
  fault: string | undefined
}

/** Says what publishing will do and what is missing, and asks for confirmation. */
export function PublishSheet({ post, at, timeZone, typed, editor, fault }: Props) {
  const t = useTranslations('postFormClient')
  const { state } = post
  const [checked, setChecked] = useState<Checked>(typed)
  const missing = findMissing(checked)
  if (state === 'published') return null
  return (
    <details
      name="post-sheet"
      className="post-sheet post-publish"
      open={fault !== undefined || undefined}
      onToggle={() => editor.current && setChecked(editor.current.session.read())}
    >
      <summary className="admin-button">{t(`publish.open.${state}`)}</summary>
      <div className="post-sheet-content">
        <h2>{t('publish.title')}</h2>
        <p>{t('publish.about')}</p>
        {missing.length > 0 && (
          <>
            <p>{t('publish.missing')}</p>
            <ul className="post-missing">
              {missing.map(({ name, count }) => (
                <li key={name}>{t(`publish.checks.${name}`, { count })}</li>
              ))}
            </ul>
          </>
        )}
        <button type="submit" name="act" value="publish" className="admin-button">
          {t('actions.publish')}
        </button>
        <DateField {...{ at, timeZone, fault }} typed={typed.at} />
        <button type="submit" name="act" value="schedule" className="post-act">
          {t(`schedule.${state}`)}
        </button>
        {state === 'scheduled' && (
          <button type="submit" name="act" value="unpublish" className="post-act">
            {t('actions.unschedule')}
          </button>
        )}
      </div>
    </details>
  )
}

/** The publication time, in the time zone of the blog. */
export function DateField({
  at,
  typed,
  timeZone,
  fault,
}: {
  /** The saved time. “Save” applies a different one. */
  at: string
  typed: string
  timeZone: string
  fault: string | undefined
}) {
  const t = useTranslations('postFormClient.actions')
  return (
    <div className="admin-field">
      <label htmlFor="post-at">{t('time', { timeZone })}</label>
      <input
        id="post-at"
        type="datetime-local"
        name="at"
        defaultValue={typed}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': 'post-at-fault' })}
      />
      <input type="hidden" name="savedAt" value={at} />
      {fault && <strong id="post-at-fault">{fault}</strong>}
    </div>
  )
}

type Checked = Pick<TypedPost, 'title' | 'summary' | 'cover' | 'coverAlt' | 'content'>

/** Returns what readers will miss in a post. */
function findMissing({ title, summary, cover, coverAlt, content }: Checked) {
  const images = content.match(/!\[\s*\]\(/g)?.length ?? 0
  const isEmpty = (text: string) => (text.trim() === '' ? 1 : 0)
  const counts = [
    { name: 'title' as const, count: isEmpty(title) },
    { name: 'content' as const, count: isEmpty(content) },
    { name: 'summary' as const, count: isEmpty(summary) },
    { name: 'alt' as const, count: images + (isEmpty(cover) ? 0 : isEmpty(coverAlt)) },
  ]
  return counts.filter(({ count }) => count > 0)
}
