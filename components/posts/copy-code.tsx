'use client'
import { useEffect, useState } from 'react'
import { interfaceLanguage } from '@/lib/text/interface-language'

/** Milliseconds for which a button says what it did. */
const saidMs = 2_000

/** Outside of a secure context there is no clipboard to write to: then the code is selected, one key from being copied. */
async function copy(code: Element): Promise<string> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(code.textContent)
    return 'Copied'
  }
  getSelection()?.selectAllChildren(code)
  return 'Selected'
}

/** Gives the buttons beside code their work. They are in the HTML, so that nothing moves when this comes. */
export function CopyCode() {
  const [said, say] = useState('')
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('.copy-code') : null
      const code = button?.parentElement?.querySelector('pre')
      if (!button || !code) return
      const word = await copy(code).catch(() => 'Not copied')
      say(word)
      button.textContent = word
      setTimeout(() => {
        button.textContent = 'Copy'
        say('')
      }, saidMs)
    }
    const listener = (event: MouseEvent) => void press(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [])
  return (
    <p role="status" lang={interfaceLanguage} className="sr-only">
      {said}
    </p>
  )
}
