'use client'
import { useEffect } from 'react'

const dayMs = 86_400_000

/** Midnight of a moment's calendar day where the reader is, as if it were UTC: differences are whole days. */
const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())

/**
 * Returns how long ago a comment was written: minutes or hours today, calendar days by the reader's clock within a week, and
 * its date if it is older.
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

/**
 * Shows each comment's age in place of its exact time, which a static page contains. The exact time stays in the link, for
 * whoever focuses or follows it.
 */
function tellAges(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('.comment time')) {
    // The page says in which language it writes dates.
    const age = commentAge(new Date(time.dateTime), new Date(), document.documentElement.lang)
    if (time.title === '') {
      time.title = time.textContent
      const exact = document.createElement('span')
      exact.className = 'comment-exact'
      exact.lang = time.lang
      exact.textContent = ` · ${time.title}`
      time.after(exact)
    }
    time.textContent = age
  }
}

/** A link to a comment that stands on another page of the thread goes on to the page that has it. */
async function findComment(): Promise<void> {
  const { hash, pathname } = location
  const [, id] = /^#comment-(\d+)$/.exec(hash) ?? []
  if (!id || document.querySelector(hash)) return
  const page = `${pathname.split('/', 3).join('/')}/comments/${id}`
  if ((await fetch(page, { method: 'HEAD' })).ok) location.replace(page + hash)
}

/** What a script adds for readers of comments; all of them can be read without it. */
export function CommentIsland() {
  useEffect(() => {
    const find = () => void findComment()
    find()
    // Not in the one piece of work with which the page comes to life: a phone takes long to learn how a language tells ages.
    const first = setTimeout(tellAges)
    const timer = setInterval(tellAges, 60_000)
    addEventListener('hashchange', find)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      removeEventListener('hashchange', find)
    }
  }, [])
  return null
}
