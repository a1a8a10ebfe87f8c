'use client'
import { useEffect } from 'react'
import { type StaffWriter, store } from './browser-store'

/**
 * Remembers in this browser who is signed in, or that nobody is. Pages for readers are static: their comment form asks the
 * server only in a browser that remembers somebody.
 */
export function RememberStaff({ name, role }: Partial<StaffWriter>) {
  useEffect(
    () => store('staff', name !== undefined && role ? { name, role } : undefined),
    [name, role],
  )
  return null
}
