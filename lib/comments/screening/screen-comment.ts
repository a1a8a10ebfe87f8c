import 'server-only'
import { isFlood } from '@/lib/comments/screening/rules/flood-rule'
import { rules } from '@/lib/comments/screening/rules/rules'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import { announceFlood } from '@/lib/mail/announce-comment'
import { areNamesAlike } from '@/lib/text/fold-text'
import { truncate } from '@/lib/text/truncate'
import { akismetForm, sendToAkismet } from './akismet-request'
import type { Draft, Verdict, Writer } from './draft'
import { gatherScreeningContext } from './gather-screening-context'
import type { ScreeningContext } from './screening-context'
import { textHash } from './text-hash'

/**
 * The owner's name and the moderators' are theirs alone, however they are spelt, and whatever looks like them: nobody else speaks under them.
 * @throws InvalidInput for `author_name`
 */
function refuseStaffName(authorName: string, staffNames: string[]): void {
  if (staffNames.some((name) => areNamesAlike(authorName, name))) {
    throw new InvalidInput([
      {
        field: 'author_name',
        message: 'is the name of somebody who runs this blog: choose another',
      },
    ])
  }
}

/**
 * Keeps when a flood begins and ends, and has the owner told of each once: the row and the mail are one transaction, and
 * of two who see it begin one writes them.
 * @throws DatabaseUnavailable
 */
export async function noteFlood(isFlooding: boolean): Promise<void> {
  if (isFlooding) {
    await query((client) =>
      client.$transaction(async (transaction) => {
        const [begun] = await transaction.$queryRaw<{ id: number }[]>`
          INSERT INTO comment_floods (is_ongoing) VALUES (true) ON CONFLICT (is_ongoing) DO NOTHING RETURNING id`
        if (begun) await announceFlood(transaction, String(begun.id))
      }),
    )
  } else {
    await query(
      (client) =>
        client.$executeRaw`UPDATE comment_floods SET is_ongoing = NULL, calmed_at = now() WHERE is_ongoing`,
    )
  }
}

const gravity: Record<Verdict, number> = { published: 0, pending: 1, spam: 2 }

/** One doubt is nobody's fault. */
const doubtsMin = 2

/**
 * Asks every rule. The gravest verdict counts; where it would be published, two doubts hold it all the same.
 * @returns the verdict, and all that was found, in the order of the rules
 */
export function judgeByRules(
  comment: Draft,
  context: ScreeningContext,
): { verdict: Verdict; reasons: Reason[] } {
  const reasons = Object.entries(rules).flatMap(([rule, judge]) => {
    const finding = judge(comment, context)
    return finding ? [{ rule, ...finding }] : []
  })
  const verdict = strictestVerdict(reasons)
  if (verdict !== 'published' || reasons.length < doubtsMin) return { verdict, reasons }
  return {
    verdict: 'pending',
    reasons: [
      ...reasons,
      { rule: 'doubts', verdict: 'pending', reason: 'More than one thing speaks against it.' },
    ],
  }
}

/** The gravest verdict among reasons; `published` where there are none. */
function strictestVerdict(reasons: Reason[]): Verdict {
  return reasons.reduce<Verdict>(
    (gravest, { verdict }) => (gravity[verdict] > gravity[gravest] ? verdict : gravest),
    'published',
  )
}

const rule = 'akismet'

/**
 * Asks Akismet about a comment, where a key is configured and the comment has a place. Its silence is noted, and holds nothing.
 * @param isTaken whether the comment has a place; asked only where Akismet is
 * @returns what it says; undefined where it finds nothing, or is not to be asked
 * @throws what `isTaken` throws
 */
async function askAkismet(
  draft: Draft,
  writer: Writer,
  isTaken: () => Promise<boolean>,
): Promise<Reason | undefined> {
  const { AKISMET_KEY, AKISMET_URL, SITE_URL } = env()
  if (!AKISMET_KEY || !(await isTaken())) return undefined
  try {
    const { text, help } = await sendToAkismet(
      AKISMET_URL,
      akismetForm(draft, writer, { key: AKISMET_KEY, blog: SITE_URL }),
    )
    if (text === 'true') return { rule, verdict: 'spam', reason: 'Akismet takes it for spam.' }
    if (text === 'false') return undefined
    console.warn(`akismet: neither yes nor no${help ? ` (${truncate(help, 200)})` : ''}`)
    return silence('was not understood')
  } catch (error) {
    console.warn(`akismet: no answer (${error instanceof Error ? error.name : 'unknown'})`)
    return silence('did not answer')
  }
}

const silence = (what: string): Reason => ({
  rule,
  verdict: 'published',
  reason: `Akismet was asked, and ${what}.`,
})
/** What one rule found, and what it would make of the comment by itself. Kept with it, and shown in the admin area. */
export type Reason = { rule: string; verdict: Verdict; reason: string }
export type Screening = {
  verdict: Verdict
  reasons: Reason[]
  /** Of the normalised text, by which the same is found again. */
  textHash: string
  /** Whether its network was not seen before. */
  isNewcomer: boolean
  /** Of the stamp that it uses up. */
  stampNonce: string | undefined
}

/**
 * Judges a comment before it is stored: the one place, for new ones, edits and imports. What staff writes is
 * published unjudged.
 * @param isTaken whether there is a place for it: looked up before it is shown to a service elsewhere, which has no business
 *   with what is refused in any case
 * @throws InvalidInput where it would speak under the name of the owner or of a moderator; DatabaseUnavailable
 */
export async function screenComment(
  draft: Draft,
  writer: Writer,
  isTaken = async () => true,
): Promise<Screening> {
  if (writer.staff) return unjudged(draft)
  const gathered = await gatherScreeningContext(
    draft,
    writer,
    draft.id === undefined ? 'new' : 'edit',
  )
  const { context, textHash, staffNames } = gathered
  if (context.kind === 'new') refuseStaffName(draft.authorName, staffNames)
  const isFlooding = isFlood(context)
  if (context.isNewcomer && isFlooding !== context.isFlooded) await noteFlood(isFlooding)
  const local = judgeByRules(draft, context)
  // A service elsewhere is asked only where it could change something.
  const remote =
    local.verdict === 'published' ? await askAkismet(draft, writer, isTaken) : undefined
  const reasons = remote ? [...local.reasons, remote] : local.reasons
  const verdict = local.verdict === 'published' ? strictestVerdict(reasons) : local.verdict
  const stampNonce =
    context.stamp.kind === 'signed' && !context.stamp.isUsed ? context.stamp.nonce : undefined
  return { verdict, reasons, textHash, isNewcomer: context.isNewcomer, stampNonce }
}

/**
 * Judges a comment that is brought from elsewhere, by the rules that need no form and no writer.
 * @throws DatabaseUnavailable
 */
export async function screenImported(draft: Draft): Promise<Screening> {
  const { context, textHash } = await gatherScreeningContext(draft, {}, 'import')
  return { ...judgeByRules(draft, context), textHash, isNewcomer: false, stampNonce: undefined }
}

function unjudged({ content }: Draft): Screening {
  return {
    verdict: 'published',
    reasons: [],
    textHash: textHash(content),
    isNewcomer: false,
    stampNonce: undefined,
  }
}
