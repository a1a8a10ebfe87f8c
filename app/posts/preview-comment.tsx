'use server'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { commentLimits } from '@/lib/comments/comment'
import { clientAddress } from '@/lib/http/client-address'
import { limits, takeFrom } from '@/lib/http/rate-limit'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'

/** A comment as it will look, made by the very function that publishes it. Any client may call this with anything. */
export async function previewComment(content: unknown): Promise<ReactNode> {
  if (typeof content !== 'string' || content.trim() === '') return <p>There is nothing to show yet.</p>
  const text = content.normalize('NFC')
  if ([...text].length > commentLimits.contentLengthMax) {
    return <p>A comment may have {commentLimits.contentLengthMax.toLocaleString('en')} characters.</p>
  }
  const { allowed } = await takeFrom(limits.previews, clientAddress(await headers()))
  if (!allowed) return <p>Those were many previews. Try again in a minute.</p>
  return renderCommentMarkdown(text)
}
