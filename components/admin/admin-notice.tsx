/** The messages of the admin area. A URL selects one by its code and cannot supply its own text. */
const faults = new Map(
  Object.entries({
    unauthorized: 'This address and password do not belong together.',
    'signed-out':
      'You are signed out. Sign in in another window, then save again here. Your text is safe.',
    'too-many-requests': 'Too many attempts. Wait a minute, or an hour after many attempts.',
    forbidden: 'Only the owner can do this.',
    'database-unavailable': 'The database cannot be reached just now. Try again in a moment.',
    password: 'The current password is wrong.',
    'new-password': 'Use 12 to 200 characters, and enter the same password twice.',
    name: 'Enter a name of at most 80 characters.',
    'name-taken': 'A staff member already uses this name or one that looks like it.',
    post: 'There is no such post.',
    email: 'This is no e-mail address.',
    'email-taken': 'Somebody of this address is among you already.',
    'not-found': 'No data was found.',
    values: 'Enter at least one value. Each must contain a word, a name or a domain.',
    'invalid-parameters': 'This cannot be blocked because it contains nothing to compare.',
    image:
      'The image cannot be processed. It is damaged, takes too long, or has more than 64 ' +
      'million pixels.',
    'image-in-use': 'A post uses this image, or it has already been deleted.',
    'body-too-large': 'An image can have at most 4 MB.',
    'unsupported-media-type':
      'That is no picture to be shown: send a JPEG, PNG, GIF, WebP, AVIF or SVG.',
    'malformed-request': 'The upload is incomplete. Please try again.',
    'storage-unavailable': 'The image storage is unavailable. Please try again in a moment.',
    days: 'Enter a whole number of days, 1 or more.',
    author: 'Use at most 80 characters for the author’s name.',
    description: 'Use one line of at most 160 characters for the description.',
    language: 'Enter a language tag, such as en, de-CH or ar.',
    zone: 'A time zone is named as Europe/Berlin or UTC is.',
    navigation:
      'Each link needs a text of at most 40 characters and an http(s) URL, a mailto address ' +
      'or a path of this blog. Use at most twelve links.',
  }),
)

const news = new Map(
  Object.entries({
    'signed-out': 'You are signed out.',
    'password-changed': 'The password has been changed. All your other sessions have ended.',
    'password-reset':
      'The password has been changed, and all sessions have ended. Sign in with the new password.',
    'session-ended': 'The session has ended.',
    'sessions-ended': 'All your other sessions have ended.',
    'reset-sent':
      'If this address belongs to a staff member, we have sent a link. It expires in an hour.',
    'moderator-removed': 'The moderator has been removed and signed out everywhere.',
    'invitation-withdrawn': 'The invitation has been withdrawn.',
    'reader-erased': 'The comments, their data and the address have been erased.',
    'settings-saved': 'The settings hold from now on.',
    'suspects-accepted': 'They count from now on, each on its day.',
    'suspects-wait': 'The decision has been undone. The views await a decision again.',
    'suspects-dropped': 'The views have been dropped. They are listed below under “Not counted”.',
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
