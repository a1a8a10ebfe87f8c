/** The messages for the result codes in URLs. A URL cannot supply its own text. */
const news = new Map(
  Object.entries({
    saved: 'Saved.',
    published: 'Published: readers have it now.',
    scheduled: 'It will be published by itself when its time comes.',
    unpublished: 'Taken back: it is a draft again. Its comments and views stay with it.',
    restored: 'It is back, as it was.',
    'preview-made': 'The secret link shows the post to whoever has it.',
    'preview-revoked': 'The secret link leads nowhere any more.',
    'version-restored':
      'The post says again what it said then. What it said until now is in its history.',
  }),
)

const faults = new Map(
  Object.entries({
    'database-unavailable': 'The database cannot be reached just now. Try again in a moment.',
    'not-found': 'There is no such post any more.',
    'post-changed':
      'Somebody saved the post meanwhile: look at it as it is now. Nothing was changed.',
    'edit-conflict': 'Somebody else was first: look at it as it is now.',
    slug: 'Its slug is that of another post.',
  }),
)

/** Shows the result or the error of the last form. */
export function PostNotice({
  done,
  fault,
}: {
  done?: string | undefined
  fault?: string | undefined
}) {
  const [role, text] = fault
    ? (['alert', faults.get(fault) ?? 'That could not be done.'] as const)
    : (['status', news.get(done ?? '')] as const)
  return text ? (
    <p role={role} className="admin-notice">
      {text}
    </p>
  ) : null
}

/** The message after a deletion, with a button that restores the post. */
export function DeletedNotice({
  id,
  restore,
}: {
  id: number
  restore: (form: FormData) => Promise<void>
}) {
  return (
    <div role="status" className="admin-notice">
      <form action={restore}>
        <input type="hidden" name="id" value={id} /> Deleted.{' '}
        <button type="submit" className="admin-link">
          Undo
        </button>
      </form>
    </div>
  )
}
