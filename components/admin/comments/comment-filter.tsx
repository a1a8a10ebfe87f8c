import type { AdminQuestion } from '@/lib/comments/moderation/moderation'
import { adminCommentsPath } from './moderation-path'
import { ruleNames, ruleWords } from './rule-words'

/** A plain form that filters the list, and the active filters, each with a link to remove it. */
export function CommentFilter({ question }: { question: AdminQuestion }) {
  const { status, search, post, author, network, rule } = question
  const without = (name: 'search' | 'post' | 'author' | 'network' | 'rule') =>
    adminCommentsPath({ ...question, after: undefined, [name]: undefined })
  const active = [
    { name: 'search' as const, text: search && `“${search}”` },
    { name: 'post' as const, text: post && `on ${post}` },
    { name: 'author' as const, text: author && `by ${author}` },
    { name: 'network' as const, text: network && `from the network of comment ${network}` },
    { name: 'rule' as const, text: rule && ruleWords(rule) },
  ].filter(({ text }) => text)
  return (
    <search>
      <form action="/admin/comments" className="admin-filter">
        {status !== 'pending' && <input type="hidden" name="status" value={status} />}
        {post && <input type="hidden" name="post" value={post} />}
        {author && <input type="hidden" name="author" value={author} />}
        {network && <input type="hidden" name="network" value={network} />}
        <label>
          <span className="sr-only">Search words and authors</span>
          <input
            type="search"
            name="search"
            defaultValue={search}
            placeholder="Words or author"
            maxLength={200}
          />
        </label>
        <label>
          <span className="sr-only">Reason</span>
          <select name="rule" defaultValue={rule ?? ''}>
            <option value="">Any reason</option>
            {ruleNames.map((name) => (
              <option key={name} value={name}>
                {ruleWords(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Search</button>
      </form>
      {active.length > 0 && (
        <ul className="admin-filters" aria-label="Narrowed down to">
          {active.map(({ name, text }) => (
            <li key={name}>
              <a href={without(name)}>
                <span className="sr-only">No longer: </span>
                {text} <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
