'use client'

import { useEffect } from 'react'
import { createClient } from './client'

/** Records a view once the page has been visible for three seconds. Repetitions do not count. */
export function RecordView({ origin, slug }: { origin: string; slug: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRecorded = false
    const update = () => {
      clearTimeout(timer)
      if (isRecorded || document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        isRecorded = true
        createClient(origin).recordView(slug, { title: document.title }).catch(console.warn)
      }, 3_000)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [origin, slug])
  return null
}
