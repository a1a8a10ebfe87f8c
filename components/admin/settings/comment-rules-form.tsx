import { AdminField } from '@/components/admin/admin-field'
import type { BlogSettings } from '@/lib/settings/blog-settings'

type Props = { settings: BlogSettings; save: (form: FormData) => Promise<never> }

/** The form for whether posts accept comments, and for how long. */
export function CommentRulesForm({
  settings: { commentsOff, commentsCloseAfterDays },
  save,
}: Props) {
  return (
    <form action={save} className="admin-form">
      <label className="admin-check">
        <input type="checkbox" name="off" value="yes" defaultChecked={commentsOff} /> Close comments
        on all posts
      </label>
      <AdminField
        name="days"
        label="Close a post’s comments after so many days"
        type="number"
        min={1}
        max={36_500}
        inputMode="numeric"
        defaultValue={commentsCloseAfterDays ?? ''}
        hint="Counted from its publication. Left empty, they stay open. What has been said stays."
      />
      <button type="submit" className="admin-button">
        Save
      </button>
    </form>
  )
}
