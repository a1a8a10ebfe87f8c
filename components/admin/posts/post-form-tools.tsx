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

const scheduleWords: Record<PostState, string> = {
  draft: 'Schedule',
  scheduled: 'Change the time',
  published: 'Change the date',
}

/**
 * The actions on a post; each one saves it first. “Save” is the first button, because the Enter key
 * presses it.
 */
export function PostFormTools({ state, at, savedAt, timeZone, hasPreview, errors }: Props) {
  const fault = errors?.find(({ field }) => field === 'at')?.message
  return (
    <div className="post-tools">
      <Act act="save" text="Save" isMain />
      {state === 'published' && (
        <small className="admin-muted">
          Readers see changes as they are saved, even while you type.
        </small>
      )}
      {state !== 'published' && <Act act="publish" text="Publish now" />}
      {state !== 'draft' && (
        <Act act="unpublish" text={state === 'published' ? 'Unpublish' : 'Unschedule'} />
      )}
      {!hasPreview && <Act act="make-preview" text="Make a secret link" />}
      <details open={fault !== undefined || undefined}>
        <summary>{scheduleWords[state]}</summary>
        <div className="post-schedule">
          <label htmlFor="post-at">By the clock of {timeZone}</label>
          <input
            id="post-at"
            type="datetime-local"
            name="at"
            defaultValue={at}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': 'post-at-fault' })}
          />
          <input type="hidden" name="savedAt" value={savedAt} />
          <Act act="schedule" text={scheduleWords[state]} />
          {fault && <small id="post-at-fault">It {fault}.</small>}
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
