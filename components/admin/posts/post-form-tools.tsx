import type { KeyboardEvent } from 'react'
import type { FieldError } from '@/lib/errors'
import type { PostState } from '@/lib/posts/editing/edited-post'
import type { PostFormAct } from './post-form-state'

type Props = {
  state: PostState
  at: string
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
 * presses it in other fields.
 */
export function PostFormTools({ state, at, timeZone, hasPreview, errors }: Props) {
  const fault = errors?.find(({ field }) => field === 'at')?.message
  return (
    <div className="post-tools">
      <Act act="save" text="Save" isMain />
      {state === 'published' && (
        <small className="admin-muted">Readers see whatever is saved, also as you type.</small>
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
            onKeyDown={scheduleOnEnter}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': 'post-at-fault' })}
          />
          <Act act="schedule" text={scheduleWords[state]} />
          {fault && <small id="post-at-fault">It {fault}.</small>}
        </div>
      </details>
    </div>
  )
}

/** Pressing Enter in the date field schedules the post: “Save” would drop the date. */
function scheduleOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit(
    event.currentTarget.parentElement?.querySelector('button'),
  )
}

function Act({ act, text, isMain = false }: { act: PostFormAct; text: string; isMain?: boolean }) {
  return (
    <button type="submit" name="act" value={act} className={isMain ? 'admin-button' : 'post-act'}>
      {text}
    </button>
  )
}
