import { describeSaving, type SavingState } from './saving/saving-state'

/** Where the words are, in words. */
export function SavingStatus({ state }: { state: SavingState }) {
  return (
    <p className="editor-saving" data-phase={state.phase}>
      <span role="status">{describeSaving(state)}</span>
      {state.phase === 'signed-out' && (
        <a href={`/admin/sign-in?${new URLSearchParams({ next: '/admin' })}`} target="_blank" rel="noopener" className="underline">
          Sign in, then go on here
        </a>
      )}
    </p>
  )
}
