import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { searchApiPath, searchPath } from '@/lib/paths'
import type { SearchOutcome } from './search-outcome'

/** Time in milliseconds without a keystroke before a search starts. */
const pauseMs = 150

type PendingSearch = { timer?: ReturnType<typeof setTimeout>; controller?: AbortController }

function stop({ timer, controller }: PendingSearch): void {
  clearTimeout(timer)
  controller?.abort()
}

async function fetchOutcome(typed: string, signal: AbortSignal): Promise<SearchOutcome> {
  const response = await fetch(searchApiPath(typed), { signal })
  const json = await response.json()
  if (response.ok) return { kind: 'found', typed, page: 1, found: json }
  return {
    kind: 'refused',
    typed,
    why: json.errors?.[0]?.message ?? json.detail,
  }
}

/**
 * Searches while the reader types, and updates the URL to match the shown results.
 * @returns the latest outcome, whether a search is in progress, and the change handler
 */
export function useLiveSearch(first: SearchOutcome) {
  const t = useTranslations('liveSearch')
  const [outcome, setOutcome] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const pending = useRef<PendingSearch>({})

  const show = (next: SearchOutcome) => {
    setOutcome(next)
    setBusy(false)
    history.replaceState(history.state, '', searchPath(next.typed))
  }

  const change = (typed: string) => {
    stop(pending.current)
    if (typed.trim() === '') return show({ kind: 'nothing-asked', typed: '' })
    setBusy(true)
    const controller = new AbortController()
    const search = () =>
      fetchOutcome(typed, controller.signal).then(show, () => {
        if (!controller.signal.aborted) show({ kind: 'refused', typed, why: t('unavailable') })
      })
    pending.current = { controller, timer: setTimeout(() => void search(), pauseMs) }
  }

  useEffect(() => () => stop(pending.current), [])
  return { outcome, isBusy, change }
}
