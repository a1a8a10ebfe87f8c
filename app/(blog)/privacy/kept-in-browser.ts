import { shortcutsStorageName } from '@/components/admin/comments/key-commands'
import { keptDraftName } from '@/components/editor/saving/kept-draft'
import { themeStorageName } from '@/components/ui/theme-switch'
import { challengeSeconds } from '@/lib/auth/sign-in'
import { knownBrowserCookieDays, knownBrowserCookieName } from '@/lib/http/cookies/known-browser'
import {
  addressProofCookieName,
  ownCommentCookieDays,
  ownCommentCookieName,
} from '@/lib/http/cookies/reader-cookies'
import { sessionCookieName } from '@/lib/http/session/session-cookie'
import { challengeCookieName } from '@/lib/http/session/sign-in-challenge'
import { sessionCookieDays, staffHintCookieName } from '@/lib/http/session/signed-in'
import { proofSeconds } from '@/lib/mail/reader-address'

/** Returns every cookie that this blog sets. None is sent to other sites or used for tracking. */
export const cookies = () =>
  [
    { key: 'ownComment', name: ownCommentCookieName('…'), days: ownCommentCookieDays },
    { key: 'addressProof', name: addressProofCookieName, days: proofSeconds / 86_400 },
    { key: 'session', name: sessionCookieName(), days: sessionCookieDays },
    { key: 'signIn', name: challengeCookieName(), days: challengeSeconds / 86_400 },
    { key: 'staffHint', name: staffHintCookieName, days: sessionCookieDays },
    { key: 'knownBrowser', name: knownBrowserCookieName(), days: knownBrowserCookieDays },
  ] as const

/** All storage keys of scripts on this blog. The server never sees them. */
export const storageKeys = [
  ...(['author', 'comments', 'likes', 'visits', 'draft'] as const).map((kind) => ({
    key: kind,
    name: `afterword:${kind}`,
  })),
  { key: 'editor', name: `${keptDraftName}…` },
  { key: 'shortcuts', name: shortcutsStorageName },
  { key: 'theme', name: themeStorageName },
] as const

/** All storage keys of embeds, in the storage of the site whose page contains them. */
export const embedStorageKeys = [
  { key: 'embedAuthor', name: 'afterword-embed:author' },
  { key: 'embedOwn', name: 'afterword-embed:own:…' },
  { key: 'embedDraft', name: 'afterword-embed:draft:…' },
  { key: 'embedLikes', name: 'afterword-embed:likes:…' },
] as const
