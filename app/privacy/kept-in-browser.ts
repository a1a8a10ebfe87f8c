import type { StoredKind } from '@/components/comments/browser-store'
import { keptDraftName } from '@/components/editor/saving/kept-draft'
import { knownBrowserCookieDays, knownBrowserCookieName } from '@/lib/http/cookies/known-browser'
import {
  addressProofCookieName,
  ownCommentCookieDays,
  ownCommentCookieName,
} from '@/lib/http/cookies/reader-cookies'
import { sessionCookieName } from '@/lib/http/session/session-cookie'
import { sessionCookieDays } from '@/lib/http/session/signed-in'
import { proofSeconds } from '@/lib/mail/reader-address'

/** Every cookie that this blog sets. None is sent to other sites or used for tracking. */
export const cookies = () =>
  [
    { key: 'ownComment', name: ownCommentCookieName('…'), days: ownCommentCookieDays },
    { key: 'addressProof', name: addressProofCookieName, days: proofSeconds / 86_400 },
    { key: 'session', name: sessionCookieName(), days: sessionCookieDays },
    { key: 'knownBrowser', name: knownBrowserCookieName(), days: knownBrowserCookieDays },
  ] as const

/** The kinds of data that the comment form stores. An unlisted kind does not compile. */
const storedByForm = {
  author: 'author',
  comments: 'comments',
  draft: 'draft',
} satisfies { [Kind in StoredKind]: Kind }

/** All storage keys of scripts. The server never sees them. */
export const storageKeys = [
  ...Object.values(storedByForm).map((kind) => ({ key: kind, name: `afterword:${kind}` })),
  { key: 'editor', name: `${keptDraftName}…` },
  { key: 'shortcuts', name: 'desk-keys' },
] as const
