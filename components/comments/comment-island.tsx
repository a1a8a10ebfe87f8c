'use client'
import { useEffect, useState } from 'react'
import { shortDay } from '@/components/ui/day-format'
import { isPlainClick } from '@/components/ui/plain-click'
import { readStored } from './browser-store'
import { findPage } from './find-page'

const dayMs = 86_400_000

/** Returns midnight of the reader's day as if in UTC, so that differences are whole days. */
const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())

/**
 * Returns a function that describes how long ago a comment was written: in minutes or hours today,
 * or in calendar days of the reader within a week. It returns the date of an older comment.
 * @param language BCP 47
 */
export function ageFormat(language: string | undefined): (written: Date, now: Date) => string {
  const age = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(language, { ...shortDay, calendar: 'gregory' })
  return (written, now) => {
    const days = (dayOf(now) - dayOf(written)) / dayMs
    if (days > 6) return date.format(written)
    const minutes = Math.max(0, Math.floor((now.getTime() - written.getTime()) / 60_000))
    if (minutes === 0) return age.format(0, 'second')
    if (minutes < 60) return age.format(-minutes, 'minute')
    return days < 1 ? age.format(-Math.floor(minutes / 60), 'hour') : age.format(-days, 'day')
  }
}

/** Replaces the dates in the static page, which are all in one language, with ages. */
function showAges(): void {
  const times = document.querySelectorAll<HTMLTimeElement>('.comment time')
  if (!times[0]) return
  const format = ageFormat(times[0].closest<HTMLElement>('[lang]')?.lang)
  for (const time of times) {
    const age = format(new Date(time.dateTime), new Date())
    // A new text node would cause a new layout, even with the same text.
    if (time.textContent !== age) time.textContent = age
  }
}

/**
 * Redirects a link to a comment on another page of the thread to that page. A link to a comment in
 * the system from which the thread was imported leads to the comment here.
 */
async function findComment(): Promise<void> {
  const { hash, pathname } = location
  const target = hash.slice(1)
  // The fragment of a heading is percent-encoded unless its id is in ASCII.
  if (target === '' || document.getElementById(target) || document.querySelector(':target')) return
  const [, first = '', slug = first] = pathname.split('/', 3)
  const [, id] = /^comment-(\d+)$/.exec(target) ?? []
  if (id && (await goTo(id))) return
  const thread = pathname.startsWith('/threads/') ? pathname.slice('/threads/'.length) : slug
  const query = new URLSearchParams({ slug: decodeURI(thread), anchor: target })
  const response = await fetch(`/api/comments/anchors?${query}`)
  if (!response.ok) return
  const found: { id: number } = await response.json()
  if (document.getElementById(`comment-${found.id}`)) location.replace(`#comment-${found.id}`)
  else await goTo(String(found.id))
}

/** Opens the page that shows a comment, if there is one. */
async function goTo(id: string): Promise<boolean> {
  const page = await findPage(id)
  if (page) location.replace(`${page}#comment-${id}`)
  return page !== undefined
}

/**
 * Copies the address of a comment instead of opening it. Without a secure context there is no
 * clipboard, and the browser may refuse to use it.
 * @param done the new text of the link
 * @param report gets the same text, for screen readers
 */
function copyLink(event: MouseEvent, done: string, report: (text: string) => void): void {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('.copy-link')
      : undefined
  if (!link || !navigator.clipboard || !isPlainClick(event)) return
  event.preventDefault()
  // The same text is announced again only after a change.
  report('')
  navigator.clipboard.writeText(link.href).then(
    () => {
      link.textContent = done
      report(done)
    },
    () => location.assign(link.href),
  )
}

/** Likes without a page load. The code for it is loaded on the first like. */
function like(event: SubmitEvent): void {
  const { submitter: button } = event
  if (!(button instanceof HTMLButtonElement && button.matches('.like'))) return
  event.preventDefault()
  import('./likes')
    .then(({ sendLike }) => sendLike(button))
    .catch(() => {
      const number = button.lastElementChild
      if (number) number.textContent = button.form?.dataset.failed ?? ''
    })
}

/** Follows the thread without a page load. The code for it is loaded on the first use. */
function follow(event: SubmitEvent): void {
  const { target: form } = event
  if (!(form instanceof HTMLFormElement && form.matches('.follow > form'))) return
  event.preventDefault()
  import('./send-comment').then(
    ({ sendFollow }) => sendFollow(form),
    () => form.submit(),
  )
}

/**
 * Enhancements for readers with JavaScript. All comments are readable without them.
 * @param linkCopied the text of a link that was copied
 */
export function CommentIsland({ linkCopied }: { linkCopied: string }) {
  const [status, setStatus] = useState('')
  useEffect(() => {
    const find = () => void findComment()
    const copy = (event: MouseEvent) => copyLink(event, linkCopied, setStatus)
    const submit = (event: SubmitEvent) => {
      like(event)
      follow(event)
    }
    find()
    if (readStored('likes')) void import('./likes').then(({ showLikes }) => showLikes())
    // Deferred, because locale data for relative times is slow to load on phones and would delay
    // hydration.
    const first = setTimeout(showAges)
    const timer = setInterval(showAges, 60_000)
    addEventListener('hashchange', find)
    document.addEventListener('click', copy)
    document.addEventListener('submit', submit)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      removeEventListener('hashchange', find)
      document.removeEventListener('click', copy)
      document.removeEventListener('submit', submit)
    }
  }, [linkCopied])
  return (
    <p role="status" className="sr-only">
      {status}
    </p>
  )
}
