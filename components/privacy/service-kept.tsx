import { strangersLinks } from '@/lib/link-previews/store/use-link-preview'
import { KeptList } from './kept-list'

type Props = {
  networkUntil: string
  isLimitShared: boolean
  limitHours: number
  host: string | undefined
}

/** Data stored to run the blog, for all readers. */
export function ServiceKept({ networkUntil, isLimitShared, limitHours, host }: Props) {
  return (
    <>
      <KeptList
        id="limits"
        title="Rate limits"
        rows={[
          {
            what:
              'Your IP address and its network, and when you asked for something that is ' +
              'limited',
            why:
              'So that one person cannot use up the service. ' +
              `It is held in the memory of the running process${
                isLimitShared
                  ? ', and as a keyed hash in a Redis that all processes share'
                  : ' alone'
              }.`,
            until:
              'while it counts: a minute, for what is written an ' +
              `hour${isLimitShared ? `; in Redis up to ${2 * limitHours} hours` : ''}`,
          },
        ]}
      />
      <KeptList
        id="views"
        title="Views"
        rows={[
          {
            what: 'How often a post was looked at on a day: a number',
            why:
              'It is shown at the post. To count nobody twice, your network and browser are ' +
              'hashed together under the day’s salt; no cookie is set for it.',
            until: `the number for good; hashes ${networkUntil}`,
          },
          {
            what: 'How often a post was looked at in a minute: a number',
            why: 'So that the owner sees what is read just now.',
            until: 'an hour, and then until the next clean-up',
          },
          {
            what: 'How many came from which site, and with which kind of device: numbers by day',
            why:
              'So that the owner sees where readers come from. They are joined to nobody, and ' +
              'not kept at all where your browser says “Global Privacy Control” or “Do Not ' +
              'Track”.',
            until: 'for good',
          },
        ]}
      />
      <KeptList
        id="links"
        title="Link previews and pictures"
        rows={[
          {
            what: 'Title, text and picture of the pages that posts link to',
            why:
              'This blog’s server reads them, and shows them from here: for a card your ' +
              'browser asks no other site, so none learns that you read this.',
            until:
              `as long as a post links to them; other links for ${strangersLinks.keptHours} ` +
              'hours after their last use',
          },
          {
            what: 'Of pictures and players that a post takes from other sites: nothing',
            why:
              'Where the owner put one into a post, your browser asks that site for it, which ' +
              'sees your address. A picture is asked for without saying what you read.',
            until: 'not at all',
          },
        ]}
      />
      <KeptList
        id="logs"
        title="Server logs"
        rows={[
          {
            what: 'No line for a request: faults alone are written down',
            why:
              'They hold no address of a reader, neither of a network nor of mail.' +
              (host
                ? ` What ${host}, which runs the server, writes down of requests by itself ` +
                  'is its own affair and is told in its own policy.'
                : ''),
            until: 'as long as whoever runs the server keeps its output',
          },
        ]}
      />
      <KeptList
        id="staff"
        title="Those who run it"
        rows={[
          {
            what:
              'Of the owner and the moderators: name, encrypted address, hashed password, and ' +
              'each signed-in browser by its user agent',
            why:
              'To let them in, and to let them see and end their sessions. Readers have no ' +
              'account.',
            until: 'as long as they are staff; a session until it ends',
          },
        ]}
      />
    </>
  )
}
