import { deletedKeptDays } from '@/lib/comments/moderation/purge-deleted-comments'
import { submissionKeptHours } from '@/lib/comments/writing/delete-old-submissions'
import { editableMinutes } from '@/lib/comments/writing/edit-token'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { loneAddressKeptDays } from '@/lib/mail/delete-lone-addresses'
import { mailKeptDays } from '@/lib/mail/delete-old-mails'
import { KeptList } from './kept-list'

/** Data stored for comments, comment subscriptions and reports. */
export function CommentsKept({
  networkUntil,
  sendsMail,
}: {
  networkUntil: string
  sendsMail: boolean
}) {
  return (
    <>
      <KeptList
        id="comments"
        title="Comments"
        rows={[
          {
            what: 'Your comment: its text, the name you gave, the time, the post',
            why:
              'It is public once it is published. You can change it for ' +
              `${editableMinutes} minutes and delete it at any time. If others have replied, an ` +
              'empty comment remains.',
            until:
              'until you delete it; staff can restore comments that they deleted for ' +
              `${deletedKeptDays} days`,
          },
          {
            what:
              'Earlier versions of a comment you edited, why it was held or published, which staff ' +
              'member decided, and a hash of its text',
            why: 'So that staff can review changes, undo decisions, and recognise repeated texts.',
            until: 'as long as the comment',
          },
          {
            what:
              'A keyed hash of your submission; without JavaScript, combined with the hash of its ' +
              'network',
            why: 'So that a form sent twice creates one comment.',
            until: `${submissionKeptHours} hours`,
          },
        ]}
      />
      <KeptList
        id="addresses"
        title="E-mail addresses"
        rows={[
          {
            what: 'The address you gave with a comment, if any, and when you confirmed it',
            why:
              'It is never published or shared. It is encrypted (AES-256-GCM) and looked up by ' +
              'a keyed hash. ' +
              (sendsMail
                ? 'It is used to ask you for confirmation, to tell you when a held comment is ' +
                  'published, and, once you have confirmed it, to notify you of replies.'
                : 'No mail is sent from here at present.'),
            until:
              'as long as a comment carries it, and up to ' +
              `${mailKeptDays + loneAddressKeptDays} days more; if you unsubscribed, it stays ` +
              'encrypted until you erase it, so that you stay unsubscribed',
          },
          {
            what: 'That a mail was sent, its kind and time',
            why: 'So that no mail is sent twice or too often.',
            until: `${mailKeptDays} days`,
          },
        ]}
      />
      <KeptList
        id="networks"
        title="IP addresses"
        rows={[
          {
            what:
              'A hash of the network a comment came from (HMAC-SHA-256 under a random salt ' +
              'that changes every day), and one under the key for blocks',
            why:
              'The address itself is not stored. The hashes show whether a network has written ' +
              'before, which helps to stop floods of spam, and allow staff to block it.',
            until: networkUntil,
          },
          {
            what: 'A keyed hash of a network that staff have blocked',
            why: 'To recognise it. It has its own key and is not linked to other data.',
            until: 'as long as the block',
          },
        ]}
      />
      <KeptList
        id="reports"
        title="Reports"
        rows={[
          {
            what: 'That a comment was reported, when, and the hash of the network it came from',
            why:
              'Each network (the /24 of an IPv4 address, the /48 of an IPv6 address) counts ' +
              `once. Reports from ${reportsToHold} hide a comment until a moderator has decided. ` +
              'Nobody sees who reported.',
            until: `the hash: ${networkUntil}; the report: as long as the comment`,
          },
        ]}
      />
    </>
  )
}
