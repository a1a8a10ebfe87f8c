import 'server-only'
import {
  doubt,
  hold,
  isFlood,
  rules,
  type ScreeningContext,
  spam,
} from '@/lib/comments/screening/rules/rules'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { announceFlood } from '@/lib/mail/announce-comment'
import { areNamesAlike } from '@/lib/text/fold-text'
import { truncate } from '@/lib/text/truncate'
import { akismetForm, sendToAkismet } from './akismet'
import type { Draft, Verdict, Writer } from './draft'
import { gatherScreeningContext } from './gather-screening-context'
import { textHash } from './text-hash'

/** Finding of one rule and its own verdict. Stored with the comment and shown in the admin area. */
export type Reason = { rule: string; verdict: Verdict; reason: string }
export type Screening = {
  verdict: Verdict
  reasons: Reason[]
  /** Hash of the normalised text, used to find repetitions. */
  textHash: string
  /** True if its network was unknown. */
  isNewcomer: boolean
  /** Nonce of the stamp that it uses up. */
  stampNonce: string | undefined
}

/**
 * Rejects names that equal or resemble the name of a staff member.
 * @throws InvalidInput for `author_name`
 */
function refuseStaffName(authorName: string, staffNames: string[]): void {
  if (staffNames.some((name) => areNamesAlike(authorName, name)))
    throw new InvalidInput([{ field: 'author_name', message: validationText('staffName') }])
}

/**
 * Stores the beginning and end of a flood, and notifies the owner once when it begins.
 * @throws DatabaseUnavailable
 */
export async function noteFlood(isFlooding: boolean): Promise<void> {
  if (isFlooding) {
    await query((client) =>
      client.$transaction(async (transaction) => {
        const [begun] = await transaction.$queryRaw<{ id: number }[]>`
          INSERT INTO comment_floods (is_ongoing) VALUES (true) ON CONFLICT (is_ongoing) DO NOTHING
            RETURNING id`
        if (begun) await announceFlood(transaction, String(begun.id))
      }),
    )
  } else {
    await query(
      (client) =>
        client.$executeRaw`UPDATE comment_floods SET is_ongoing = NULL, calmed_at = now()
          WHERE is_ongoing`,
    )
  }
}

const severity: Record<Verdict, number> = { published: 0, pending: 1, spam: 2 }

/** A single doubt may be a coincidence. */
const doubtsMin = 2

/**
 * Runs every rule. The strictest verdict applies; if that is `published`, two doubts still hold the
 * comment.
 * @returns the verdict, and all findings in the order of the rules
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
  return { verdict: 'pending', reasons: [...reasons, { rule: 'doubts', ...hold('doubts') }] }
}

/** Returns the strictest verdict among reasons; `published` if there are none. */
function strictestVerdict(reasons: Reason[]): Verdict {
  return reasons.reduce<Verdict>(
    (strictest, { verdict }) => (severity[verdict] > severity[strictest] ? verdict : strictest),
    'published',
  )
}

const rule = 'akismet'

/**
 * Returns Akismet's finding, if a key is configured and the post accepts the comment. A missing
 * response is recorded as a reason, but does not hold the comment.
 */
async function checkWithAkismet(
  draft: Draft,
  writer: Writer,
  isAccepted: () => Promise<boolean>,
): Promise<Reason | undefined> {
  const { AKISMET_KEY, AKISMET_URL, SITE_URL } = env()
  if (!AKISMET_KEY || !(await isAccepted())) return undefined
  try {
    const { text, help } = await sendToAkismet(
      AKISMET_URL,
      akismetForm(draft, writer, { key: AKISMET_KEY, blog: SITE_URL }),
    )
    if (text === 'true') return { rule, ...spam('akismetSpam') }
    if (text === 'false') return undefined
    console.warn(`akismet: unexpected response${help ? ` (${truncate(help, 200)})` : ''}`)
    return { rule, ...doubt('akismetUnclear') }
  } catch (error) {
    console.warn(`akismet: no response (${error instanceof Error ? error.name : 'unknown'})`)
    return { rule, ...doubt('akismetFailed') }
  }
}

const accepted: Omit<Screening, 'textHash'> = {
  verdict: 'published',
  reasons: [],
  isNewcomer: false,
  stampNonce: undefined,
}

/**
 * Screens a new or edited comment before it is stored. Comments by staff are published without
 * screening.
 * @param isAccepted returns true if the post accepts the comment; checked before an external
 * service receives it
 * @throws InvalidInput if the name resembles that of the owner or a moderator; DatabaseUnavailable
 */
export async function screenComment(
  draft: Draft,
  writer: Writer,
  isAccepted = async () => true,
): Promise<Screening> {
  if (writer.staff) return { ...accepted, textHash: textHash(draft.content) }
  const kind = draft.id === undefined ? 'new' : 'edit'
  const { context, staffNames, ...gathered } = await gatherScreeningContext(draft, writer, kind)
  if (context.kind === 'new') refuseStaffName(draft.authorName, staffNames)
  const isFlooding = isFlood(context)
  if (context.isNewcomer && isFlooding !== context.isFlooded) await noteFlood(isFlooding)
  const local = judgeByRules(draft, context)
  // Akismet is only called if its verdict could change the result.
  const remote =
    local.verdict === 'published' ? await checkWithAkismet(draft, writer, isAccepted) : undefined
  const reasons = remote ? [...local.reasons, remote] : local.reasons
  const verdict = remote?.verdict ?? local.verdict
  const stampNonce =
    context.stamp.kind === 'signed' && !context.stamp.isUsed ? context.stamp.nonce : undefined
  return { ...gathered, verdict, reasons, isNewcomer: context.isNewcomer, stampNonce }
}

/**
 * Screens an imported comment with the rules that need no form or writer.
 * @throws DatabaseUnavailable
 */
export async function screenImported(draft: Draft): Promise<Screening> {
  const { context, textHash } = await gatherScreeningContext(draft, {}, 'import')
  return { ...judgeByRules(draft, context), textHash, isNewcomer: false, stampNonce: undefined }
}
