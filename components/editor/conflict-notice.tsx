import { lazy, Suspense, useState } from 'react'
import type { OpenEditor } from './open-editor'
import type { Theirs } from './saving/draft'
import type { SavingState } from './saving/saving-state'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog')).ConflictDialog }))

/** Somebody else has saved: typing goes on, and the difference is a button away. */
export function ConflictNotice({ editor, conflict }: { editor: OpenEditor; conflict: SavingState & { phase: 'conflict' } }) {
  const { theirs, isKept } = conflict
  // What is compared stays what it was when the comparison was opened: somebody is typing in it.
  const [compared, setCompared] = useState<Theirs>()
  return (
    <div role="alert" className="editor-notice">
      <p>
        {theirs.by || 'Another tab, or somebody else,'} saved this post meanwhile. What you write overwrites nothing
        {isKept ? ', and is kept in this browser.' : '. This browser cannot keep it: leave this page open.'}
      </p>
      <button type="button" className="admin-link" onClick={() => setCompared(theirs)}>
        Compare
      </button>
      {compared && (
        <Suspense fallback={<p>Loading the difference…</p>}>
          <ConflictDialog editor={editor} theirs={compared} close={() => setCompared(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
