'use client'
import { useEffect } from 'react'

const units = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The page is static, and its dates exact; the reader's own clock says how long ago they are. */
function tellAges(): void {
  // The page says in which language it writes dates.
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  for (const time of document.querySelectorAll<HTMLTimeElement>('.comment time')) {
    const seconds = Math.max(0, (Date.now() - Date.parse(time.dateTime)) / 1_000)
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['second', 60] as const)
    time.title ||= time.textContent
    time.textContent = format.format(-Math.floor(seconds / length), unit)
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
