import type { Block } from '@/lib/comments/screening/blocklist'
import { type Finding, hold, type Rule, spam } from './screening-rule'

const what = { word: 'the blocked word', name: 'the blocked name', domain: 'the blocked domain' }

/** What the admin area does not want in comments: words, names, domains, and networks, each with its own verdict. */
export const blockedRule: Rule = (comment, { blocklist, networkKeys, now }) => {
  const met = blocklist.find(comment, networkKeys, now)
  const gravest = met.find(({ verdict }) => verdict === 'spam') ?? met[0]
  return gravest && findingOf(gravest)
}

function findingOf(block: Block): Finding {
  // A network is known by a hash alone, which says nothing to anybody.
  const reason = block.kind === 'network' ? 'It came from a blocked network.' : `It has ${what[block.kind]} “${block.value}”.`
  return block.verdict === 'spam' ? spam(reason) : hold(reason)
}
