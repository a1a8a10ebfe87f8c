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

type Kept = { name: string; what: string; until: string }

/** Every cookie that this blog sets. None is sent to other sites or used for tracking. */
export const cookies = (): Kept[] => [
  {
    name: ownCommentCookieName('…'),
    what:
      'proves that a comment is yours if it was posted without JavaScript; one per comment, ' +
      'sent only to the pages of your own comments',
    until: `${ownCommentCookieDays} days`,
  },
  {
    name: addressProofCookieName,
    what:
      'shows that you confirmed your e-mail address in this browser, so that you need not do ' +
      'so for each comment; sent only where comments are written',
    until: `${proofSeconds / 86_400} days`,
  },
  {
    name: sessionCookieName(),
    what: 'for staff only: shows that they are signed in',
    until: `${sessionCookieDays} days, or until they sign out`,
  },
  {
    name: knownBrowserCookieName(),
    what:
      'for staff only: a browser that has signed in before is not locked out when others try ' +
      'passwords',
    until: `${knownBrowserCookieDays} days`,
  },
]

/** All storage keys of scripts. The server never sees them. An unlisted kind does not compile. */
export const stored: Record<StoredKind, Omit<Kept, 'name'>> = {
  author: {
    what: 'the name and e-mail address you last used, to fill in the form',
    until: 'you clear it',
  },
  comments: {
    what: 'proof that your comments are yours, and their text while you can edit it',
    until: 'you clear it, or delete them',
  },
  staff: {
    what: 'for staff only: their name, to fill in the form',
    until: 'they sign out',
  },
  draft: { what: 'text that you have typed but not yet sent', until: 'it is sent' },
}

/** The data that the post editor stores in the owner’s browser. */
export const storedByEditor: Kept = {
  name: `${keptDraftName}…`,
  what: 'for the owner only: text of a post that could not be saved yet',
  until: 'it is saved, or they discard it',
}
