/** The messages for the result codes in URLs. A URL cannot supply its own text. */
const news = new Map(
  Object.entries({
    saved: 'Saved.',
    published: 'Published. Readers can see it now.',
    scheduled: 'It will be published by itself when its time comes.',
    unpublished: 'Unpublished. The post is a draft again and keeps its comments and views.',
    restored: 'It is back, as it was.',
    'preview-made': 'Anyone with the secret link can see the post.',
    'preview-revoked': 'The secret link no longer works.',
    'version-restored':
      'The post says again what it said then. What it said until now is in its history.',
  }),
)

const faults = new Map(
  Object.entries({
    'database-unavailable': 'The database cannot be reached just now. Try again in a moment.',
    'not-found': 'The post no longer exists.',
    'post-changed':
      'Someone else saved the post in the meantime. Review it and try again. Nothing was changed.',
    'edit-conflict': 'Someone else changed the post first. Review it and try again.',
    slug: 'Another post uses this slug.',
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
