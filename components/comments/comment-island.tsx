'use client'
import { useEffect } from 'react'
import { commentAge } from './comment-age'

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
