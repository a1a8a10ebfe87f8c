'use client'
import { useEffect, useState } from 'react'

/** Time in milliseconds for which a button shows its result. */
const feedbackMs = 2_000

/**
 * Copies code. Without a secure context there is no clipboard access, so it selects the code
 * instead.
 */
async function copy(code: Element): Promise<'copied' | 'selected'> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(code.textContent)
    return 'copied'
  }
  getSelection()?.selectAllChildren(code)
  return 'selected'
}

type Texts = Record<'copy' | 'copied' | 'selected' | 'failed', string>

/**
 * Listens to the copy buttons. They are part of the HTML to avoid layout shift. The messages are
 * props, so that post pages do not load next-intl.
 */
export function CodeCopier({ lang, texts }: { lang: string; texts: Texts }) {
  const [status, setStatus] = useState('')
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('.copy-code') : null
      const code = button?.closest('.code-block')?.querySelector('pre')
      if (!button || !code) return
      const word = texts[await copy(code).catch(() => 'failed' as const)]
      setStatus(word)
      button.textContent = word
      setTimeout(() => {
        button.textContent = texts.copy
        setStatus('')
      }, feedbackMs)
    }
    const listener = (event: MouseEvent) => void press(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [texts])
  return (
    <p role="status" lang={lang} className="sr-only">
      {status}
    </p>
  )
}
