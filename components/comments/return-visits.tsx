import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { commentFeedPath } from '@/lib/paths'
import { orderedThreadsPath } from '@/lib/threads/thread-paths'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { readStored, type Seen, store, type Visit } from './browser-store'

/** Showing a thread again within this time continues the same visit. */
const visitMs = 30 * 60_000
/** The number of threads whose last visit is stored. */
const visitsMax = 50

/** The first pause between two polls, which doubles up to the longest one. */
const firstPauseMs = 30_000
const longestPauseMs = 5 * 60_000
/** The time between two checks whether a poll is due. */
const checkMs = 5_000
const dayMs = 86_400_000

/** Returns the visit to a thread that is shown now, given the stored one. */
export function continueVisit(stored: Visit | undefined, slug: string, now: Seen): Visit {
  if (!stored) return { slug, last: now, before: now }
  const isSame = now.at - stored.last.at < visitMs
  return { slug, last: now, before: isSame ? stored.before : stored.last }
}

/**
 * Returns whether a comment is new since a visit. One that awaited moderation during the visit may
 * be older.
 */
export const isNewSince = (
  { at, ids }: Seen,
  { id, writtenAt }: Pick<Shown, 'id' | 'writtenAt'>,
): boolean => writtenAt > at || ids?.includes(id) === false

/**
 * Returns the number of comments that were published after the previous visit.
 * @param marked the number of those on this page
 * @param shown the number of all comments on this page, which may lack some of the thread
 */
export function countNew({ last, before }: Visit, marked: number, shown: number): number {
  return shown === last.count ? marked : Math.max(marked, last.count - before.count)
}

/** Returns the wait that `Retry-After` asks for, in milliseconds up to a day (RFC 9110, 10.2.3). */
export function retryAfterMs(retryAfter: string | null | undefined, now: number): number {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1_000
  return Math.min(Math.max(ms || 0, 0), dayMs)
}

/**
 * Polls the number of comments while the page is visible and online. The response to `HEAD` has no
 * body and is cached by the server until the thread changes.
 * @returns a function that stops polling
 */
function watchCount(path: string, onCount: (count: number) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let pauseMs = firstPauseMs
  let dueAt = Date.now() + pauseMs
  const poll = async () => {
    if (document.hidden || !navigator.onLine || Date.now() < dueAt) return
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    dueAt = Date.now() + pauseMs
    const options = { method: 'HEAD', cache: 'no-store', signal } as const
    const response = await fetch(path, options).catch(() => undefined)
    const waitMs = retryAfterMs(response?.headers.get('Retry-After'), Date.now())
    dueAt = Math.max(dueAt, Date.now() + waitMs)
    if (response?.ok) onCount(Number(response.headers.get('X-Total-Count')))
  }
  const pollIfDue = () => void poll()
  const timer = setInterval(pollIfDue, checkMs)
  document.addEventListener('visibilitychange', pollIfDue, { signal })
  addEventListener('online', pollIfDue, { signal })
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}

type Shown = { id: string; article: HTMLElement; header: Element; writtenAt: number }

/** Returns the comments on this page, except deleted ones. */
function shownComments(): Shown[] {
  return [
    ...document.querySelectorAll<HTMLTimeElement>('#comments .comment > header time'),
  ].flatMap((time) => {
    const article = time.closest<HTMLElement>('.comment')
    const header = time.closest('header')
    if (!article || !header) return []
    const id = article.id.slice('comment-'.length)
    return [{ id, article, header, writtenAt: Date.parse(time.dateTime) }]
  })
}

/** Stores that the thread is shown now, and returns the comments since the previous visit. */
function noteVisit(slug: string, count: number): { marked: Shown[]; total: number } {
  const shown = shownComments()
  const visits = readStored('visits') ?? []
  const visit = continueVisit(
    visits.find((one) => one.slug === slug),
    slug,
    {
      // The reader's clock may be slow.
      at: Math.max(Date.now(), ...shown.map(({ writtenAt }) => writtenAt)),
      count,
      ...(shown.length === count && { ids: shown.map(({ id }) => id) }),
    },
  )
  const others = visits.filter((one) => one.slug !== slug)
  store('visits', [visit, ...others].slice(0, visitsMax))
  const own = readStored('comments') ?? {}
  const marked = shown.filter((one) => isNewSince(visit.before, one) && !own[one.id])
  return { marked, total: countNew(visit, marked.length, shown.length) }
}

/** Focuses a comment, and expands the branches that it is in. */
function focusComment(article: HTMLElement): void {
  for (const branch of document.querySelectorAll<HTMLDetailsElement>('.branch'))
    if (branch.contains(article)) branch.open = true
  article.tabIndex = -1
  article.focus()
}

type Props = { slug: string; isClosed: boolean; count: number }

/**
 * Marks the comments since the reader's previous visit, and offers to show those that are published
 * while the page is open. Marks and buttons are in gaps or over the page, so that nothing moves.
 * @param props.count the number of comments when the page was rendered
 */
export function ReturnVisits({ slug, isClosed, count }: Props) {
  const t = useTranslations('returnVisits')
  const router = useRouter()
  const [polled, setPolled] = useState(0)
  const [marked, setMarked] = useState<Shown[]>([])
  const [summary, setSummary] = useState<{ count: number; href: string }>()
  /** The ids of the comments on the page before the reader asked for new ones. */
  const [known, setKnown] = useState<Set<string>>()
  const newest = `${orderedThreadsPath(slug, 'newest')}#comments`
  const added = polled - count

  useLayoutEffect(() => {
    const { marked, total } = noteVisit(slug, count)
    setMarked(marked)
    const [first] = marked
    // Comments that arrive during the visit do not change the line.
    setSummary((old) => old ?? { count: total, href: first ? `#comment-${first.id}` : newest })
  }, [slug, count, newest])

  useEffect(() => {
    // Only posts have a feed.
    if (isClosed || isPageSlug(slug)) return
    return watchCount(commentFeedPath(slug), (polled) => {
      // The number may include the comment that the reader is sending.
      if (!document.querySelector('.comment-sending[aria-busy]')) setPolled(polled)
    })
  }, [slug, isClosed])

  // `known` is set in the same transition that renders the new comments.
  useLayoutEffect(() => {
    if (!known) return
    const first = shownComments().find(({ id }) => !known.has(id))
    if (first) focusComment(first.article)
    // The page shows only part of the thread.
    else location.assign(newest)
  }, [known, newest])

  const show = () => {
    // Without a connection, the router would replace the page with the browser's error page.
    if (!navigator.onLine) return
    startTransition(() => {
      setKnown(new Set(shownComments().map(({ id }) => id)))
      router.refresh()
    })
  }

  const heading = document.getElementById('comments-heading')?.parentElement
  return (
    <>
      {heading &&
        summary &&
        summary.count > 0 &&
        createPortal(
          <p className="thread-summary">
            <a href={summary.href}>{t('sinceLastVisit', { count: summary.count })}</a>
          </p>,
          heading,
        )}
      {marked.map(({ id, header }) =>
        createPortal(<span className="comment-new">{t('mark')}</span>, header, id),
      )}
      <p role="status" className="thread-news">
        {added > 0 && (
          <button type="button" onClick={show}>
            {t('added', { count: added })}
          </button>
        )}
      </p>
    </>
  )
}
