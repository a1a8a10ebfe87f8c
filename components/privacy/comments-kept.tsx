import { deletedKeptDays } from '@/lib/comments/moderation/purge-deleted-comments'
import { submissionKeptHours } from '@/lib/comments/writing/delete-old-submissions'
import { editableMinutes } from '@/lib/comments/writing/edit-token'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { mailKeptDays, orphanedAddressDays } from '@/lib/mail/delete-old-mails'
import { KeptList } from './kept-list'

/** Data stored for comments, comment subscriptions and reports. */
export function CommentsKept({
  networkUntil,
  isMailEnabled,
}: {
  networkUntil: string
  isMailEnabled: boolean
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
              'It is shown to everybody once it is published. You can change it for ' +
              `${editableMinutes} minutes, and delete it at any time; where others replied, an ` +
              'empty place stays.',
            until:
              'until you delete it; what the owner deletes can be restored for ' +
              `${deletedKeptDays} days`,
          },
          {
            what:
              'Earlier texts of a comment you changed, why it was held or published, who of ' +
              'the staff decided it, and a hash of its text',
            why:
              'So that the owner can judge what was changed and undo a decision, and finds the ' +
              'same text posted again and again.',
            until: 'as long as the comment',
          },
          {
            what:
              'A keyed hash of what you submitted; without script, joined with the hash of the ' +
              'network it came from',
            why: 'So that a form sent twice makes one comment.',
            until: `${submissionKeptHours} hours`,
          },
        ]}
      />
      <KeptList
        id="addresses"
        title="E-mail addresses"
        rows={[
          {
            what: 'The address you typed with a comment, if you did, and when you confirmed it',
            why:
              'It is never shown, and told to nobody. It is encrypted (AES-256-GCM) and found ' +
              'again by a keyed hash. ' +
              (isMailEnabled
                ? 'It serves to ask you whether it is yours, to tell you when a held comment ' +
                  'is published, and, once you have confirmed it, to tell you of replies.'
                : 'No mail is sent from here at present.'),
            until:
              'as long as a comment carries it, and up to ' +
              `${mailKeptDays + orphanedAddressDays} days more; if you asked for no more mail, ` +
              'encrypted until you have it erased, so that it stays so',
          },
          {
            what: 'That a mail was sent, of which kind and when',
            why: 'So that none is sent twice, and nobody is written to too often.',
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
              'that changes every day), and one under the key that blocks have',
            why:
              'The address itself is stored nowhere. The hashes tell whether a network wrote ' +
              'before, which keeps floods of spam out, and let it be blocked.',
            until: networkUntil,
          },
          {
            what: 'A keyed hash of a network that the owner has blocked',
            why: 'To know it again. It has a key of its own, and is joined to nothing else.',
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
              `once. Reports from ${reportsToHold} hide a comment until somebody has looked at ` +
              'it. Nobody learns who reported.',
            until: `the hash ${networkUntil}; that there was a report, as long as the comment`,
          },
        ]}
      />
    </>
  )
}
