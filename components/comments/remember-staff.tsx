'use client'
import { useEffect } from 'react'
import { type StaffWriter, store } from './browser-store'

/**
 * Stores in this browser who is signed in, if anyone. Pages for readers are static, so their
 * comment form only checks the session in browsers with a stored name.
 */
export function RememberStaff({ name, role }: Partial<StaffWriter>) {
  useEffect(
    () => store('staff', name !== undefined && role ? { name, role } : undefined),
    [name, role],
  )
  return null
}
