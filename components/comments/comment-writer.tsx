'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type OwnComment, readStored } from './browser-store'
import { CommentForm, type PreviewComment } from './comment-form'
import { OwnCommentTools } from './own-comment-tools'
import type { SentComment } from './send-comment'

/** A comment that is being sent, as plain text until the server has rendered it. */
function SendingComment({ author_name, content }: { author_name: string; content: string }) {
  const t = useTranslations('commentForm')
  const { lang } = document.documentElement
  return (
    <article className="comment comment-sending" aria-busy="true">
      <header className="flex items-center gap-3 font-sans text-fine">
        <span className="avatar" />
        <p>
          <bdi lang={lang} className="block font-semibold text-small">
            {author_name}
          </bdi>
          <span className="text-muted">{t('sending')}</span>
        </p>
      </header>
      <p className="prose-comment mt-2 whitespace-pre-line" lang={lang} dir="auto">
        {content}
      </p>
    </article>
  )
}

type Props = {
  slug: string
  isClosed: boolean
  /** True on the page of one thread, which has no form for a new comment. */
  isThread?: boolean
  preview: PreviewComment
  /** True if replies are notified by mail. */
  notifiesReplies: boolean
}

/**
 * Notice about a comment. `href` links to a new comment, and is null if it is not public. `before`
 * is the element to focus if the comment is not on this page.
 */
type Notice = {
  text: string
  id: number
  isPending?: boolean
  href?: string | null
  before?: HTMLElement | null | undefined
  at: number
}
type Own = { id: number; own: OwnComment; tools: Element }
type Sending = { author_name: string; content: string; beneath?: Element | null }

/** The link to the form for a reply, of a post's comment or one on a plain page. */
const replyLink = '.comment > footer > :is(a[href$="/reply"], a[href*="?reply="])'

/** Returns the element with the links and buttons of a comment. */
const toolsOf = (id: number | string) => document.querySelector(`#comment-${id} > footer`)

/**
 * Adds the features with JavaScript to a thread: sending without a page load, replies below their
 * comment, and editing and deleting own comments. Portals lead into the server-rendered thread.
 */
export function CommentWriter({
  slug,
  isClosed,
  isThread = false,
  preview,
  notifiesReplies,
}: Props) {
  const t = useTranslations('ownComments')
  const router = useRouter()
  const status = useRef<HTMLParagraphElement>(null)
  const [replyTo, setReplyTo] = useState<{ id: number; link: HTMLElement; tools: Element }>()
  const [sending, setSending] = useState<Sending>()
  const [own, setOwn] = useState<Own[]>([])
  const [notice, setNotice] = useState<Notice>()
  const [isElsewhere, setElsewhere] = useState(false)

  useEffect(() => {
    const openReply = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>(replyLink) : null
      const tools = link?.parentElement
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (!link || !tools || event.button || opensElsewhere) return
      event.preventDefault()
      setReplyTo({ id: Number(tools.parentElement?.id.slice('comment-'.length)), link, tools })
    }
    document.addEventListener('click', openReply)
    return () => document.removeEventListener('click', openReply)
  }, [])

  // Each notice comes with a new rendering of the thread.
  useLayoutEffect(() => {
    setOwn(
      Object.entries(readStored('comments') ?? {}).flatMap(([id, own]) => {
        const tools = toolsOf(id)
        return tools ? [{ id: Number(id), own, tools }] : []
      }),
    )
    if (!notice) return
    const comment = document.getElementById(`comment-${notice.id}`)
    setElsewhere(!comment && notice.href !== undefined)
    const place = comment ?? notice.before ?? status.current
    place?.setAttribute('tabindex', '-1')
    place?.focus()
  }, [notice])

  /** Refreshes the thread, which replaces the preliminary comment. */
  const notify = (notice: Omit<Notice, 'at'>) => {
    startTransition(() => {
      setSending(undefined)
      setNotice({ ...notice, at: Date.now() })
      router.refresh()
    })
  }

  const sent = (comment: SentComment, href: string | null) => {
    const isPending = comment.status === 'pending'
    notify({
      text: t(isPending ? 'pending' : 'published'),
      id: comment.id,
      isPending,
      href: isPending ? '/privacy/your-data' : href,
      before: replyTo?.link,
    })
    setReplyTo(undefined)
  }

  return (
    <>
      {sending &&
        (sending.beneath ? (
          createPortal(<SendingComment {...sending} />, sending.beneath)
        ) : (
          <SendingComment {...sending} />
        ))}
      {!isThread && (
        <h3 className="mt-14 mb-5 font-medium text-heading tracking-tight">
          {t(isClosed ? 'closed' : 'write')}
        </h3>
      )}
      <p ref={status} role="status" className={isElsewhere ? 'comment-said' : 'sr-only'}>
        {notice && (
          <span key={notice.at}>
            {notice.text}{' '}
            {isElsewhere && notice.href && (
              <a href={notice.href}>{t(notice.isPending ? 'showOwn' : 'showComment')}</a>
            )}
          </span>
        )}
      </p>
      {!isClosed && !isThread && (
        <CommentForm
          slug={slug}
          preview={preview}
          notifiesReplies={notifiesReplies}
          onSending={setSending}
          onSent={sent}
        />
      )}
      {replyTo &&
        createPortal(
          <CommentForm
            key={replyTo.id}
            slug={slug}
            parentId={replyTo.id}
            preview={preview}
            notifiesReplies={notifiesReplies}
            onSending={(comment) =>
              setSending(comment && { ...comment, beneath: replyTo.tools.closest('li') })
            }
            onSent={sent}
            onCancel={() => {
              setReplyTo(undefined)
              replyTo.link.focus()
            }}
          />,
          replyTo.tools,
        )}
      {own.map(({ id, own, tools }) =>
        createPortal(
          <OwnCommentTools id={id} own={own} slug={slug} preview={preview} onChanged={notify} />,
          tools,
          String(id),
        ),
      )}
    </>
  )
}
