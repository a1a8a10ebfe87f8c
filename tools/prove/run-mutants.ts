import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, copyCheckout } from '@/bench/support/copy-checkout'
import { isUntried, type MutantReport, type PartReport } from '@/tools/prove/report/report'
import type { Edit, Mutant } from './mutants'
import { parts } from './parts'
import { provePart } from './run-part'
import type { Size } from './scene'

/** The result of one mutant for one of the parts that must detect it. */
export type TriedMutant = { part: string; report: MutantReport }

/**
 * Returns a source with an edit applied.
 * @throws Error if the source does not contain the text to replace exactly once
 */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const tokens = find.match(/[\w$]+|[^\s\w$]/g) ?? []
  const pattern = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*')
  const matches = [...source.matchAll(new RegExp(pattern, 'g'))]
  if (matches.length !== 1)
    throw new Error(`${file} contains ${matches.length} times, not once: ${find}`)
  return source.replace(matches[0]?.[0] ?? '', () => replace)
}

/** Applies the edits of a mutant to a checkout. Returns a function that restores its files. */
function mutate(checkout: string, edits: readonly Edit[]): () => void {
  const originals = new Map<string, string>()
  for (const edit of edits) {
    const file = path.join(checkout, edit.file)
    const source = readFileSync(file, 'utf8')
    if (!originals.has(file)) originals.set(file, source)
    writeFileSync(file, applyEdit(source, edit))
  }
  return () => {
    for (const [file, source] of originals) writeFileSync(file, source)
  }
}

/**
 * Returns whether a part reported the expected broken promise. Other failures and errors do not
 * count.
 */
export function judgeMutant(
  { held, broken, thrown, untried }: Pick<PartReport, 'held' | 'broken' | 'thrown' | 'untried'>,
  sign: RegExp,
): { isSeen: boolean; said: string } {
  const said = broken.find((words) => sign.test(words))
  if (said !== undefined) return { isSeen: true, said }
  if (held)
    return {
      isSeen: false,
      said: untried.length > 0 ? `not tried: ${untried.join('; ')}` : 'nothing: it held',
    }
  return {
    isSeen: false,
    said: [
      ...broken.map((words) => `something else: ${words}`),
      ...thrown.map((words) => `it threw: ${words}`),
    ].join('; '),
  }
}

/**
 * Checks that the suite can fail. On a built copy, each part that must detect a mutant has to pass
 * first. Then each mutant is applied, built, tested, and reverted. A part that passes with the
 * mutant proves nothing; neither does one that fails without it or for another reason.
 * @param told called with the results of each mutant, because all of them take hours
 */
export async function proveMutants(
  mutants: readonly Mutant[],
  { commit, told }: { commit?: string | undefined; told: (tried: TriedMutant[]) => void },
): Promise<TriedMutant[]> {
  const checkout = await copyCheckout()
  const tried: TriedMutant[] = []
  const note = (
    part: string,
    mutant: string,
    { isSeen, said }: { isSeen: boolean; said: string },
  ) => {
    console.log(
      isSeen ? `✓ ${part} sees ${mutant}: ${said}` : `✗ ${part} does not see ${mutant}: ${said}`,
    )
    const report = {
      mutant,
      isSeen,
      said,
      ...(commit !== undefined && { commit }),
      endedAt: new Date().toISOString(),
    }
    tried.push({ part, report })
  }
  const control = await proveUnchanged(mutants, checkout)
  for (const { name, what, edits, caughtBy, size = 'short' } of mutants) {
    console.log(`\n— mutant ${name}: ${what}`)
    const restore = mutate(checkout, edits)
    await build(checkout)
    for (const part of parts.filter((known) => known.name in caughtBy)) {
      const unchanged = control.get(keyOf(part.name, size))
      if (!unchanged?.held || isUntried(unchanged)) {
        note(part.name, name, {
          isSeen: false,
          said: `it cannot be judged here: ${whyNot(unchanged)}`,
        })
        continue
      }
      const sign = caughtBy[part.name]
      if (sign)
        note(part.name, name, judgeMutant(await provePart(part, { size, runs: 1, checkout }), sign))
    }
    restore()
    told(tried.filter(({ report }) => report.mutant === name))
  }
  return tried
}

const keyOf = (part: string, size: Size) => `${part} ${size}`

const whyNot = (unchanged: PartReport | undefined) =>
  [...(unchanged?.untried ?? []), ...(unchanged?.broken ?? []), ...(unchanged?.thrown ?? [])].join(
    '; ',
  ) || 'there is no such part'

/** Runs each part that must detect a mutant on the unchanged code, once in each size. */
async function proveUnchanged(
  mutants: readonly Mutant[],
  checkout: string,
): Promise<Map<string, PartReport>> {
  console.log('\n— no mutant: what is to see them must hold')
  await build(checkout)
  const control = new Map<string, PartReport>()
  for (const { caughtBy, size = 'short' } of mutants)
    for (const part of parts.filter(({ name }) => name in caughtBy)) {
      const key = keyOf(part.name, size)
      if (!control.has(key)) control.set(key, await provePart(part, { size, runs: 1, checkout }))
    }
  return control
}

/** Returns the last line of output, with the mutants that were not detected. */
export function sumUpMutants(tried: readonly TriedMutant[]): string {
  const missed = tried.filter(({ report }) => !report.isSeen)
  if (tried.length === 0) return 'no mutant was tried'
  return missed.length === 0
    ? `every mutant was caught: ${tried.length} of ${tried.length}`
    : `not caught: ${missed.map(({ part, report }) => `${report.mutant} by ${part}`).join(', ')}`
}
