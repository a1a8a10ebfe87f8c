import type { AdminPostsQuestion } from '@/lib/posts/editing/admin-posts'

/** Filters the list by words in titles and slugs. */
export function PostSearch({ question: { tab, search } }: { question: AdminPostsQuestion }) {
  return (
    <search>
      <form action="/admin/posts" className="admin-filter">
        {tab !== 'draft' && <input type="hidden" name="tab" value={tab} />}
        <label>
          <span className="sr-only">Search titles</span>
          <input
            type="search"
            name="search"
            defaultValue={search}
            placeholder="Title or slug"
            maxLength={200}
          />
        </label>
        <button type="submit">Search</button>
      </form>
    </search>
  )
}
