import { postPath, newestThreadsPath } from '@/lib/paths'
import type { ThreadOrder as Order } from '@/lib/comments/reading/shown-comment'

/** The two ways to read: as it was said, or from its end. */
export function ThreadOrder({ slug, order }: { slug: string; order: Order }) {
  const orders = [
    { name: 'oldest', text: 'Oldest first', href: `${postPath(slug)}#comments` },
    { name: 'newest', text: 'Newest first', href: `${newestThreadsPath(slug)}#comments` },
  ]
  return (
    <nav aria-label="Order of the comments" className="font-sans text-fine text-muted">
      <ul className="flex gap-x-5">
        {orders.map(({ name, text, href }) => (
          <li key={name}>
            {name === order ? (
              <span aria-current="true" className="inline-block py-1 text-ink">
                {text}
              </span>
            ) : (
              <a href={href} className="inline-block py-1">
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
