import 'server-only'
import { z } from 'zod'
import type { Obsolete } from './compose-mail'
import { dataPath, dataTicketMinutes, issueDataTicket } from './data-ticket'
import type { DueMail } from './due-mail'
import type { Sender } from './mail-settings'
import type { Letter } from './owner-letter'

const asked = z.object({ addressIds: z.array(z.int().positive()).min(1) })

/**
 * Leads to all that was written under an address. The link is made as the mail leaves, so that it holds its whole hour
 * however long the mail waited. Anybody may have asked: not a word of what is kept is in it.
 */
export function dataLetter(mail: DueMail, { origin, blogName }: Sender): Letter | Obsolete {
  const { data, success } = asked.safeParse(mail.data)
  if (!success) return { obsolete: 'names no address' }
  const ticket = issueDataTicket({ addressIds: data.addressIds, commentIds: [] })
  return {
    subject: `What you wrote on ${blogName}`,
    blocks: [
      { say: `Somebody asked for what was written on ${blogName} under this address.` },
      { say: 'If that was you, you can see it all, take it away, and erase it:' },
      { label: 'See what is kept', link: origin + dataPath(ticket) },
      { say: `The link is good for ${dataTicketMinutes} minutes. If it was not you, do nothing: nobody but you has it.` },
    ],
  }
}
