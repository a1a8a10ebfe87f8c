/** The messages of the admin area. A URL selects one by its code and cannot supply its own text. */
const faults = new Map(
  Object.entries({
    unauthorized: 'This address and password do not belong together.',
    'signed-out':
      'You are not signed in any more. Sign in in another window, and save again here: nothing is lost.',
    'too-many-requests': 'Too many attempts. Wait a minute; after many of them, an hour.',
    forbidden: 'This is the owner’s alone.',
    'database-unavailable': 'The database cannot be reached just now. Try again in a moment.',
    password: 'The present password is another one.',
    'new-password': 'A new password must have 12 to 200 characters, twice the same.',
    name: 'A name must have 80 characters or fewer, and words in it.',
    'name-taken': 'Somebody among you has this name, or one that looks like it.',
    post: 'There is no such post.',
    email: 'This is no e-mail address.',
    'email-taken': 'Somebody of this address is among you already.',
    'not-found': 'Nothing is kept of that.',
    values: 'Name at least one, and what is left of each must be a word, a name or a domain.',
    'invalid-parameters': 'That cannot be blocked: nothing would be left of it to compare.',
    image:
      'That picture cannot be drawn: it is broken, takes too long, or has more than 64 million pixels.',
    'image-in-use': 'A post shows this image, or it is gone already.',
    'body-too-large': 'An image may have 4 MB.',
    'unsupported-media-type':
      'That is no picture to be shown: send a JPEG, PNG, GIF, WebP, AVIF or SVG.',
    'malformed-request': 'Not all of it arrived. Try again.',
    'storage-unavailable': 'The store of images cannot be reached just now. Try again in a moment.',
    days: 'Days are a whole number, 1 or more.',
    author: 'An author’s name must have 80 characters or fewer.',
    description: 'A description is one line of 160 characters at most.',
    language: 'A language is named by its tag, such as en, de-CH or ar.',
    zone: 'A time zone is named as Europe/Berlin or UTC is.',
    navigation:
      'Each link needs a text of 40 characters at most, and an http(s) or mailto address or a path of this blog. Twelve are enough.',
  }),
)

const news = new Map(
  Object.entries({
    'signed-out': 'You are signed out.',
    'password-changed': 'The password is changed. All your other sessions have ended.',
    'password-reset': 'The password is changed. All sessions have ended: sign in with the new one.',
    'session-ended': 'The session has ended.',
    'sessions-ended': 'All your other sessions have ended.',
    'reset-sent':
      'If somebody of this address is among the staff, a link is on its way. It holds for an hour.',
    'moderator-removed': 'The moderator is removed, and signed out everywhere.',
    'invitation-withdrawn': 'The invitation is withdrawn.',
    'reader-erased': 'It is erased: the comments, what was kept with them, and the address.',
    'settings-saved': 'The settings hold from now on.',
    'suspects-accepted': 'They count from now on, each on its day.',
    'suspects-wait': 'The verdict is undone. They wait again.',
    'suspects-dropped': 'They are dropped. Below they stand among what was not counted.',
    'image-deleted': 'The image is deleted.',
    blocked: 'Blocked from now on.',
    'block-removed': 'No longer blocked.',
    welcome: 'You are one of the moderators now. Sign in with the address you were invited by.',
  }),
)

/** Shows the error or result of the last form above it. Unknown codes are ignored. */
export function AdminNotice({
  fault,
  done,
}: {
  fault?: string | undefined
  done?: string | undefined
}) {
  const [role, text] = fault
    ? (['alert', faults.get(fault)] as const)
    : (['status', news.get(done ?? '')] as const)
  return text ? (
    <p role={role} className="admin-notice">
      {text}
    </p>
  ) : null
}
