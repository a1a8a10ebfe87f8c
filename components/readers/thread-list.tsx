import { ContentLang } from '@/components/ui/content-lang'
import { threadTitle, threadUrl } from '@/lib/threads/thread-url'

type Thread = Parameters<typeof threadUrl>[0] & Parameters<typeof threadTitle>[0]

/** Lists posts and pages of other sites as links. */
export function ThreadList({ threads }: { threads: readonly Thread[] }) {
  return (
    <ul className="mt-4 list-disc ps-5">
      {threads.map((thread) => (
        <li key={thread.slug}>
          <a href={threadUrl(thread)}>
            <ContentLang>{threadTitle(thread)}</ContentLang>
          </a>
        </li>
      ))}
    </ul>
  )
}
