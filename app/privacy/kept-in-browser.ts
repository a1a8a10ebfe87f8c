import type { StoredKind } from '@/components/comments/browser-store'
import { keptDraftName } from '@/components/editor/saving/kept-draft'
import { addressProofCookieName } from '@/lib/http/cookies/address-proof-cookie'
import { knownBrowserCookieDays, knownBrowserCookieName } from '@/lib/http/cookies/known-browser'
import { ownCommentCookieDays, ownCommentCookieName } from '@/lib/http/cookies/own-comment-cookie'
import { sessionCookieDays } from '@/lib/http/session/keep-session'
import { sessionCookieName } from '@/lib/http/session/session-cookie-name'
import { proofSeconds } from '@/lib/mail/address-proof'

type Kept = { name: string; what: string; until: string }

/** Every cookie that this blog sets. None is sent to other sites or used for tracking. */
export const cookies = (): Kept[] => [
  {
    name: ownCommentCookieName('…'),
    what: 'proves that a comment is yours, where it was posted without JavaScript; one for each, sent to the pages of your own comments alone',
    until: `${ownCommentCookieDays} days`,
  },
  {
    name: addressProofCookieName,
    what: 'says that you confirmed your e-mail address in this browser, so that you need not do so for each comment; sent where comments are written alone',
    until: `${proofSeconds / 86_400} days`,
  },
  {
    name: sessionCookieName(),
    what: 'of the owner and the moderators alone: says that they are signed in',
    until: `${sessionCookieDays} days, or until they sign out`,
  },
  {
    name: knownBrowserCookieName(),
    what: 'of the owner and the moderators alone: a browser that signed in before is not kept out when others try passwords',
    until: `${knownBrowserCookieDays} days`,
  },
]

/** All storage keys of scripts. The server never sees them. An unlisted kind does not compile. */
export const stored: Record<StoredKind, Omit<Kept, 'name'>> = {
  author: {
    what: 'the name and e-mail address you last wrote under, to fill in the form',
    until: 'you clear it',
  },
  comments: {
    what: 'what proves your comments to be yours, and their text while it can be changed',
    until: 'you clear it, or delete them',
  },
  staff: {
    what: 'of the owner and the moderators alone: their name, to fill in the form',
    until: 'they sign out',
  },
  draft: { what: 'what you have typed and not yet sent', until: 'it is sent' },
}

/** The data that the post editor stores in the owner’s browser. */
export const storedByEditor: Kept = {
  name: `${keptDraftName}…`,
  what: 'of the owner alone: what was typed into a post and could not be saved yet',
  until: 'it is saved, or they discard it',
}
