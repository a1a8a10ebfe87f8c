import type { EditedPost } from '@/lib/posts/edited-post'

/**
 * The text of a post, in a form that saves it: its two fields are the text and the revision the edit began from. It is
 * all there is without a script; whatever stands in its place keeps both fields up to date.
 */
export function PlainEditor({ post }: { post: EditedPost }) {
  return (
    <div className="desk-field">
      <input type="hidden" name="base" value={post.revision} />
      <label htmlFor="post-content">Text, in Markdown</label>
      <textarea id="post-content" name="content" className="post-content" rows={24} dir="auto" spellCheck defaultValue={post.content} />
    </div>
  )
}
