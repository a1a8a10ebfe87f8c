import { useTranslations } from 'next-intl'
import type { FieldError } from '@/lib/errors'
import type { PostState } from '@/lib/posts/editing/edited-post'
import type { PostFormAct } from './post-form-state'

type Props = {
  state: PostState
  at: string
  /** The date that is saved. A different `at` is saved by “Save” too. */
  savedAt: string
  timeZone: string
  hasPreview: boolean
  errors: FieldError[] | undefined
}

/**
 * The actions on a post; each one saves it first. “Save” is the first button, because the Enter key
 * presses it.
 */
export function PostFormTools({ state, at, savedAt, timeZone, hasPreview, errors }: Props) {
  const t = useTranslations('postFormClient.actions')
  const schedule = useTranslations('postFormClient.schedule')(state)
  const fault = errors?.find(({ field }) => field === 'at')?.message
  return (
    <div className="post-tools">
      <Act act="save" text={t('save')} isMain />
      {state === 'published' && <small className="admin-muted">{t('autosave')}</small>}
      {state !== 'published' && <Act act="publish" text={t('publish')} />}
      {state !== 'draft' && (
        <Act act="unpublish" text={t(state === 'published' ? 'unpublish' : 'unschedule')} />
      )}
      {!hasPreview && <Act act="make-preview" text={t('makePreview')} />}
      <details open={fault !== undefined || undefined}>
        <summary>{schedule}</summary>
        <div className="post-schedule">
          <label htmlFor="post-at">{t('time', { timeZone })}</label>
          <input
            id="post-at"
            type="datetime-local"
            name="at"
            defaultValue={at}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': 'post-at-fault' })}
          />
          <input type="hidden" name="savedAt" value={savedAt} />
          <Act act="schedule" text={schedule} />
          {fault && <small id="post-at-fault">{fault}</small>}
        </div>
      </details>
    </div>
  )
}

function Act({ act, text, isMain = false }: { act: PostFormAct; text: string; isMain?: boolean }) {
  return (
    <button type="submit" name="act" value={act} className={isMain ? 'admin-button' : 'post-act'}>
      {text}
    </button>
  )
}
