'use client'
import { useEffect, useState } from 'react'
import { readStored } from './browser-store'

/** Submits the tokens that the comment form stores in this browser, as a hidden field. */
export function KeptTokens() {
  const [kept, setKept] = useState('')
  useEffect(() => {
    const comments = Object.entries(readStored('comments') ?? {})
    setKept(comments.map(([id, { token }]) => `${id}:${token}`).join(' '))
  }, [])
  return <input type="hidden" name="kept" value={kept} />
}
