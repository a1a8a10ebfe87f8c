import { lazy, Suspense, useState } from 'react'
import type { OpenEditor } from './open-editor'
import type { Theirs } from './saving/draft'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog')).ConflictDialog }))

/** Somebody else has saved: typing goes on, and the difference is a button away. */
export function ConflictNotice({ editor, theirs }: { editor: OpenEditor; theirs: Theirs }) {
  const [isComparing, setComparing] = useState(false)
  return (
    <div role="alert" className="editor-notice">
      <p>
        {theirs.by || 'Another tab, or somebody else,'} saved this post meanwhile. What you write is kept in this browser, and overwrites
        nothing.
      </p>
      <button type="button" className="desk-link" onClick={() => setComparing(true)}>
        Compare
      </button>
      {isComparing && (
        <Suspense fallback={<p>Loading the difference…</p>}>
          <ConflictDialog editor={editor} theirs={theirs} close={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  )
}
