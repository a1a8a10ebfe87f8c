import { ComparedText } from './compared-text'
import type { PostFormState } from './post-form-state'

/** Somebody else saved the post meanwhile: who, when, and what is different. Both stay until it is decided. */
export function PostConflict({ theirs }: { theirs: NonNullable<PostFormState['theirs']> }) {
  return (
    <section className="admin-notice post-conflict" role="alert" aria-label="Saved by somebody else meanwhile">
      <p>
        <strong>Not saved yet.</strong> The post was saved {theirs.by === '' ? 'elsewhere' : `by ${theirs.by}`} at{' '}
        <time dateTime={theirs.savedAt}>{theirs.savedAt.slice(0, 16).replace('T', ' ')} UTC</time>, after you began. Yours is still in the
        fields below. Struck out is what only the saved one says, marked what only yours does.
      </p>
      <ComparedText lines={theirs.lines} />
      <p>To save below puts yours in its place; theirs stays in the history. To keep theirs, open the post anew.</p>
      <input type="hidden" name="force" value="yes" />
    </section>
  )
}
