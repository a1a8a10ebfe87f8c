'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 60_000

/** Asks for the page anew every minute, as long as somebody looks at it. */
export function KeepFresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && router.refresh(), everyMs)
    return () => clearInterval(timer)
  }, [router])
  return null
}
