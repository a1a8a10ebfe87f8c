'use client'
import { useEffect } from 'react'
import { readStored } from './browser-store'
import { findPage } from './find-page'

const dayMs = 86_400_000

/** Midnight of the reader's calendar day as if it were UTC, so that differences are whole days. */
const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())

/**
 * Returns how long ago a comment was written: in minutes or hours today, or in calendar days of the
 * reader within a week. Returns the date of an older comment.
 * @param language BCP 47
 */
export function commentAge(written: Date, now: Date, language: string): string {
  const days = (dayOf(now) - dayOf(written)) / dayMs
  if (days > 6) {
    return new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      calendar: 'gregory',
    }).format(written)
  }
  const age = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const minutes = Math.max(0, Math.floor((now.getTime() - written.getTime()) / 60_000))
  if (minutes === 0) return age.format(0, 'second')
  if (minutes < 60) return age.format(-minutes, 'minute')
  return days < 1 ? age.format(-Math.floor(minutes / 60), 'hour') : age.format(-days, 'day')
}

/** Replaces the dates in the static page with ages. */
function showAges(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('.comment time')) {
    const language = time.closest<HTMLElement>('[lang]')?.lang ?? ''
    time.textContent = commentAge(new Date(time.dateTime), new Date(), language)
  }
}

/**
 * Redirects a link to a comment on another page of the thread to that page. A link to a comment in
 * the system from which the thread was imported leads to the comment here.
 */
async function findComment(): Promise<void> {
  const { hash, pathname } = location
  const target = hash.slice(1)
  if (target === '' || document.getElementById(target)) return
  const [, , slug = ''] = pathname.split('/', 3)
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
 * clipboard.
 * @param done the new text of the link
 */
function copyLink(event: MouseEvent, done: string): void {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('.copy-link')
      : undefined
  if (!link || !navigator.clipboard) return
  event.preventDefault()
  void navigator.clipboard.writeText(link.href).then(() => {
    link.textContent = done
  })
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

/** Follows the thread without a page load, and reports the result below the button. */
async function follow(event: SubmitEvent): Promise<void> {
  const { target: form } = event
  if (!(form instanceof HTMLFormElement && form.matches('.follow > form'))) return
  event.preventDefault()
  const sending = await import('./send-comment').catch(() => form.submit())
  if (!sending) return
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const result = await sending.sendComment('POST', form.action, {}, body)
  const { failed, sent } = form.dataset
  const [wrong] = 'failure' in result ? result.failure.fieldErrors : []
  const text = 'failure' in result ? (wrong?.message ?? result.failure.detail ?? failed) : sent
  const status = form.querySelector('[role="status"]')
  if (status) status.textContent = text ?? ''
}

/**
 * Enhancements for readers with JavaScript. All comments are readable without them.
 * @param linkCopied the text of a link that was copied
 */
export function CommentIsland({ linkCopied }: { linkCopied: string }) {
  useEffect(() => {
    const find = () => void findComment()
    const copy = (event: MouseEvent) => copyLink(event, linkCopied)
    const submit = (event: SubmitEvent) => {
      like(event)
      void follow(event)
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
  return null
}
