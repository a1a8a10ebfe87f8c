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
            what: 'Your IP address, its network, and the times of your limited requests',
            why:
              'So that one person cannot overload the service. ' +
              `They are kept in the memory of the running process${
                isLimitShared
                  ? ', and as a keyed hash in a Redis that all processes share'
                  : ' only'
              }.`,
            until:
              'while they count: a minute, or for writes an ' +
              `hour${isLimitShared ? `; in Redis up to ${2 * limitHours} hours` : ''}`,
          },
        ]}
      />
      <KeptList
        id="views"
        title="Views"
        rows={[
          {
            what: 'The number of views of each post per day',
            why:
              'It is shown with the post. To count each reader once, your network and browser are ' +
              'hashed together with the day’s salt. No cookie is set.',
            until: `the number permanently; the hashes ${networkUntil}`,
          },
          {
            what: 'The number of views of each post per minute',
            why: 'So that the owner sees what is being read now.',
            until: 'an hour, then until the next clean-up',
          },
          {
            what: 'The number of readers from each site and kind of device per day',
            why:
              'So that the owner sees where readers come from. The numbers are not linked to ' +
              'anyone, and not stored if your browser sends “Global Privacy Control” or “Do Not ' +
              'Track”.',
            until: 'permanently',
          },
        ]}
      />
      <KeptList
        id="links"
        title="Link previews and images"
        rows={[
          {
            what: 'Title, description and image of the pages that posts link to',
            why:
              'This blog’s server fetches and serves them, so your browser contacts no other ' +
              'site for a card.',
            until:
              `as long as a post links to them; other links for ${strangersLinks.keptHours} ` +
              'hours after their last use',
          },
          {
            what: 'Nothing about images and players that a post embeds from other sites',
            why:
              'If a post embeds one, your browser requests it from that site, which sees your ' +
              'address. Images are requested without a referrer.',
            until: 'not stored',
          },
        ]}
      />
      <KeptList
        id="logs"
        title="Server logs"
        rows={[
          {
            what: 'Errors only, not requests',
            why:
              'They contain no IP address and no e-mail address of a reader.' +
              (host
                ? ` ${host}, which runs the server, keeps its own logs of requests under its ` +
                  'own policy.'
                : ''),
            until: 'as long as the operator of the server keeps its output',
          },
        ]}
      />
      <KeptList
        id="staff"
        title="Staff"
        rows={[
          {
            what:
              'Name, encrypted address, hashed password, and the user agent of each signed-in ' +
              'browser of the owner and the moderators',
            why:
              'So that they can sign in, and view and end their sessions. Readers have no ' +
              'account.',
            until: 'as long as they are staff; a session until it ends',
          },
        ]}
      />
    </>
  )
}
