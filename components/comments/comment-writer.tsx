'use client'
import { useRouter } from 'next/navigation'
import { NextIntlClientProvider, useTranslations } from 'next-intl'
import {
  type ComponentProps,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { isPlainClick } from '@/components/ui/plain-click'
import { Avatar } from './avatar'
import { type OwnComment, readStored, releaseComment } from './browser-store'
import { CommentForm, type PreviewComment } from './comment-form'
import { FormHeading } from './comment-form-fields'
import { findPage } from './find-page'
import { OwnCommentTools } from './own-comment-tools'
import { ReturnVisits } from './return-visits'
import { selectedText } from './selected-text'
import type { SentComment } from './send-comment'
import { threadLanguage } from './thread-language'

type Written = Pick<SentComment, 'author_name' | 'content'>
type OwnTextProps = Written & { note: string; isBusy?: boolean }

/** A comment that is being sent or awaits moderation, as plain text. */
function OwnText({ author_name, content, note, isBusy }: OwnTextProps) {
  const lang = threadLanguage()
  return (
    <article className="comment comment-sending" aria-busy={isBusy}>
      <header>
        <Avatar name={author_name} />
        <div>
          <h3>
            <bdi lang={lang}>{author_name}</bdi>
          </h3>
          <span className="text-muted">{note}</span>
        </div>
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
  count: number
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
type Held = OwnComment & { held: NonNullable<OwnComment['held']> }
/** The open form. Only one is open at a time. */
type Opened =
  | { kind: 'reply'; id: number; link: HTMLElement; tools: Element }
  | { kind: 'edit' | 'delete'; id: number }
type Sending = Written & { beneath?: Element | null }

/** The link to the form for a reply. */
const replyLink = '.comment > footer > a'

/** Milliseconds after which a held comment counts as rejected. Its author is not notified. */
const heldMsMax = 7 * 86_400_000

/**
 * Returns the comments of a thread that were written in this browser and await moderation.
 * Excludes those that have become public, on this page or another.
 */
async function findHeld(slug: string): Promise<Held[]> {
  const held = Object.entries(readStored('comments') ?? {}).filter(
    (entry): entry is [string, Held] =>
      entry[1].held?.slug === slug && Date.now() - entry[1].until < heldMsMax,
  )
  const found = await Promise.all(
    held.map(async ([id, own]) => {
      const isPublic = document.getElementById(`comment-${id}`) ?? (await findPage(id))
      if (isPublic) releaseComment(Number(id))
      return isPublic ? [] : [own]
    }),
  )
  return found.flat()
}

/** Returns the element with the links and buttons of a comment. */
const toolsOf = (id: number | string) => document.querySelector(`#comment-${id} > footer`)

/**
 * Adds the features with JavaScript to a thread: sending without a page load, replies below their
 * comment, and editing and deleting own comments. Portals lead into the server-rendered thread.
 */
export const CommentWriter = ({
  locale,
  messages,
  ...props
}: Props & {
  locale: string
  messages: NonNullable<ComponentProps<typeof NextIntlClientProvider>['messages']>
}) => (
  <NextIntlClientProvider locale={locale} messages={messages}>
    <Writer {...props} />
  </NextIntlClientProvider>
)

function Writer({ slug, isClosed, isThread = false, count, preview, notifiesReplies }: Props) {
  const t = useTranslations('ownComments')
  const form = useTranslations('commentForm')
  const router = useRouter()
  const status = useRef<HTMLParagraphElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const [sending, setSending] = useState<Sending>()
  const [own, setOwn] = useState<Own[]>([])
  const [held, setHeld] = useState<Held[]>([])
  const [notice, setNotice] = useState<Notice>()
  /** The comment of the notice, if it is on this page and not deleted. */
  const [noticed, setNoticed] = useState<HTMLElement | null>(null)
  const replyTo = opened?.kind === 'reply' ? opened : undefined

  useEffect(() => {
    const openReply = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>(replyLink) : null
      const tools = link?.parentElement
      if (!link || !tools || !isPlainClick(event)) return
      event.preventDefault()
      const id = Number(tools.parentElement?.id.slice('comment-'.length))
      const quoted = selectedText(getSelection(), tools.parentElement, '.prose-comment')
      flushSync(() => setOpened({ kind: 'reply', id, link, tools }))
      const area = tools.querySelector('textarea')
      if (quoted !== '' && area)
        void import('./format-markdown').then(({ addQuote }) => addQuote(area, quoted))
    }
    document.addEventListener('click', openReply)
    return () => document.removeEventListener('click', openReply)
  }, [])

  // Each notice comes with a new render of the thread.
  useLayoutEffect(() => {
    setOwn(
      Object.entries(readStored('comments') ?? {}).flatMap(([id, own]) => {
        const tools = toolsOf(id)
        return tools ? [{ id: Number(id), own, tools }] : []
      }),
    )
    void findHeld(slug).then(setHeld, () => {})
    if (!notice) return
    const comment = document.getElementById(`comment-${notice.id}`)
    comment?.classList.add('comment-added')
    setNoticed(comment?.querySelector('footer') ? comment : null)
    const place = comment ?? notice.before ?? status.current
    place?.setAttribute('tabindex', '-1')
    place?.focus()
  }, [notice, slug])

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
    setOpened(undefined)
  }

  const sendingText = sending && <OwnText {...sending} note={form('sending')} isBusy />
  const shared = { slug, preview, notifiesReplies, onSent: sent }
  return (
    <>
      {sendingText && (sending?.beneath ? createPortal(sendingText, sending.beneath) : sendingText)}
      {held.map(({ token, content, held: { author_name, parentId } }) => {
        const shown = { author_name, content, note: t('held') }
        const parent = document.getElementById(`comment-${parentId}`)?.closest('li')
        const text = <OwnText key={token} {...shown} />
        return parent ? createPortal(text, parent, token) : text
      })}
      {!isThread && <ReturnVisits slug={slug} isClosed={isClosed} count={count} />}
      {!isThread && <FormHeading isClosed={isClosed} />}
      {notice &&
        noticed &&
        createPortal(
          <p aria-hidden className="comment-notice">
            {notice.text}
          </p>,
          noticed,
        )}
      <p ref={status} role="status" className={notice && !noticed ? 'comment-notice' : 'sr-only'}>
        {notice && (
          <span key={notice.at}>
            {notice.text}{' '}
            {!noticed && notice.href && (
              <a href={notice.href}>{t(notice.isPending ? 'showOwn' : 'showComment')}</a>
            )}
          </span>
        )}
      </p>
      {!isClosed && !isThread && <CommentForm {...shared} onSending={setSending} />}
      {replyTo &&
        createPortal(
          <CommentForm
            key={replyTo.id}
            {...shared}
            parentId={replyTo.id}
            title={replyTo.link.getAttribute('aria-label') ?? undefined}
            onSending={(comment) =>
              setSending(comment && { ...comment, beneath: replyTo.tools.closest('li') })
            }
            onCancel={() => {
              setOpened(undefined)
              replyTo.link.focus()
            }}
          />,
          replyTo.tools,
        )}
      {own.map(({ id, own, tools }) =>
        createPortal(
          <OwnCommentTools
            id={id}
            own={own}
            slug={slug}
            preview={preview}
            menu={tools.querySelector('.comment-menu > div')}
            opened={opened?.id === id && opened.kind !== 'reply' ? opened.kind : undefined}
            open={(kind) => setOpened(kind && { kind, id })}
            onChanged={notify}
          />,
          tools,
          String(id),
        ),
      )}
    </>
  )
}
