'use client'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { onceNear } from '@/components/ui/once-near'
import { readStored } from './browser-store'
import type { CommentWriter } from './comment-writer'

type Props = ComponentProps<typeof CommentWriter> & {
  /** The plain form, shown until the code has loaded. */
  children: ReactNode
}

/**
 * Replaces the server-rendered form with a `CommentWriter`, whose code is loaded when the reader
 * approaches the thread. Until then, and if it cannot be loaded, the form works without JavaScript.
 */
export function DeferredWriter({ children, ...props }: Props) {
  const [Writer, setWriter] = useState<typeof CommentWriter>()
  const { slug } = props
  useEffect(() => {
    const thread = document.getElementById('comments')
    if (!thread) return
    fillIn(slug)
    const load = () => {
      import('./comment-writer').then(
        ({ CommentWriter }) =>
          onceUnused(() => keepInput(() => flushSync(() => setWriter(() => CommentWriter)))),
        () => thread.addEventListener('focusin', load, { once: true }),
      )
    }
    const observer = onceNear(thread, load)
    return () => observer.disconnect()
  }, [slug])
  return Writer ? <Writer {...props} /> : children
}

const plainForm = () => document.querySelector('#comments > .comment-form')
const textFields = 'input:not([type=hidden]), textarea'
const fieldsOf = (form: Element | null) =>
  form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields) ?? []

/** Fills in the reader's name and draft, which the form would otherwise overwrite. */
function fillIn(slug: string): void {
  const author = readStored('author')
  const stored: Record<string, string | undefined> = {
    author_name: author?.name,
    author_email: author?.email,
    content: readStored(`draft:${slug}`)?.content,
  }
  for (const field of fieldsOf(plainForm())) field.value ||= stored[field.name] ?? ''
}

/** A pause in milliseconds, in which a click that takes focus still reaches its button. */
const clickMs = 500

/** Replaces the form once it has no focus, because replacing a focused field aborts its input. */
function onceUnused(replace: () => void): void {
  const form = plainForm()
  if (!form?.contains(document.activeElement)) replace()
  else {
    const retry = () => setTimeout(() => onceUnused(replace), clickMs)
    form.addEventListener('focusout', retry, { once: true })
  }
}

/** Runs `replace`, and copies what the reader has typed from the old form to the new one. */
function keepInput(replace: () => void): void {
  const typed = new Map([...fieldsOf(plainForm())].map(({ name, value }) => [name, value]))
  replace()
  for (const field of fieldsOf(plainForm())) {
    const value = typed.get(field.name)
    if (!value || value === field.value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
