'use server'

import { updateTag } from 'next/cache'
import { headers } from 'next/headers'
import { createClient, ProblemError } from './client'
import { origin, tagOf } from './server'
import { texts } from './texts'

export type FormState = {
  status?: 'published' | 'pending'
  /** The error, and the fields to show again. */
  problem?: string
  fields?: { author_name: string; author_email: string; content: string }
}

/** Adds a comment on behalf of the reader, with the site's key. */
export async function addComment(_: FormState, form: FormData): Promise<FormState> {
  const text = (name: string) => String(form.get(name) ?? '')
  // A honeypot: people do not see this field.
  if (text('website') !== '') return { status: 'pending' }
  const slug = text('slug')
  const fields = {
    author_name: text('author_name'),
    author_email: text('author_email'),
    content: text('content'),
  }
  const parentId = Number(text('parent_id'))
  const reader = await headers()
  // The last address is the one that the nearest proxy saw. Clients can forge the others.
  const clientAddress = reader.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const blog = createClient(origin, {
    siteKey: process.env.AFTERWORD_SITE_KEY ?? '',
    fetch: (input, init) => {
      const sent = new Headers(init?.headers)
      // Spam filters use the user agent.
      sent.set('User-Agent', reader.get('user-agent') ?? '')
      return fetch(input, { ...init, headers: sent })
    },
  })
  try {
    const { status } = await blog.addComment(
      { slug, ...fields, ...(parentId > 0 && { parent_id: parentId }) },
      { clientAddress },
    )
    if (status === 'published') updateTag(tagOf(slug))
    return { status }
  } catch (error) {
    if (!(error instanceof ProblemError)) console.error(error)
    return { problem: messageOf(error), fields }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return texts.failed
  const { errors = [], detail } = error.problem
  return errors.length > 0 ? errors.map(({ message }) => message).join(' ') : detail
}
