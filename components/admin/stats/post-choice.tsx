import type { Span } from '@/lib/views/stats/span'

/** Opens the statistics of any post, including posts outside the ranking. */
export function PostChoice({ span }: { span: Span }) {
  return (
    <form action="/admin/stats" className="admin-filter">
      <input type="hidden" name="span" value={span} />
      <label>
        <span className="sr-only">Slug of a post</span>
        <input
          name="post"
          placeholder="slug-of-a-post"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit">Show its figures</button>
    </form>
  )
}
