'use client'
import { useEffect, useState } from 'react'
import { readStored } from '@/components/comments/browser-store'

/** What the script of the comment form keeps in this browser, as a field of the form around it. */
export function KeptTokens() {
  const [kept, setKept] = useState('')
  useEffect(() => {
    const comments = Object.entries(readStored('comments') ?? {})
    setKept(comments.map(([id, { token }]) => `${id}:${token}`).join(' '))
  }, [])
  return <input type="hidden" name="kept" value={kept} />
}
