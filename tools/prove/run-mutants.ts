import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, copyCheckout } from '@/bench/support/copy-checkout'
import { isSkipped, type MutantReport, type PartReport } from '@/tools/prove/report/report'
import type { Edit, Mutant } from './mutants'
import { parts } from './parts'
import { runPart } from './run-part'
import type { Size } from './scene'

/** The result of one mutant for one of the parts that must detect it. */
export type MutantResult = { part: string; report: MutantReport }

/**
 * Returns a source with an edit applied.
 * @throws Error if the source does not contain the text to replace exactly once
 */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const tokens = find.match(/[\w$]+|[^\s\w$]/g) ?? []
  const pattern = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*')
  const matches = [...source.matchAll(new RegExp(pattern, 'g'))]
  if (matches.length !== 1)
    throw new Error(`expected one match in ${file}, found ${matches.length}: ${find}`)
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
export function evaluateMutant(
  {
    passed,
    failures,
    errors,
    skipped,
  }: Pick<PartReport, 'passed' | 'failures' | 'errors' | 'skipped'>,
  pattern: RegExp,
): { isDetected: boolean; message: string } {
  const message = failures.find((failure) => pattern.test(failure))
  if (message !== undefined) return { isDetected: true, message }
  if (passed)
    return {
      isDetected: false,
      message:
        skipped.length > 0 ? `skipped: ${skipped.join('; ')}` : 'no failure: the part passed',
    }
  return {
    isDetected: false,
    message: [
      ...failures.map((failure) => `unexpected failure: ${failure}`),
      ...errors.map((failure) => `error: ${failure}`),
    ].join('; '),
  }
}

/**
 * Checks that the suite can fail. On a built copy, each part that must detect a mutant has to pass
 * first. Then each mutant is applied, built, tested, and reverted. A part that passes with the
 * mutant proves nothing; neither does one that fails without it or for another reason.
 * @param options.onResults called with the results of each mutant, because all of them take hours
 */
export async function runMutants(
  mutants: readonly Mutant[],
  {
    commit,
    onResults,
  }: { commit?: string | undefined; onResults: (results: MutantResult[]) => void },
): Promise<MutantResult[]> {
  const checkout = await copyCheckout()
  const results: MutantResult[] = []
  const record = (
    part: string,
    mutant: string,
    { isDetected, message }: { isDetected: boolean; message: string },
  ) => {
    console.log(
      isDetected
        ? `✓ ${part} detects ${mutant}: ${message}`
        : `✗ ${part} does not detect ${mutant}: ${message}`,
    )
    const report = {
      mutant,
      isDetected,
      message,
      ...(commit !== undefined && { commit }),
      endedAt: new Date().toISOString(),
    }
    results.push({ part, report })
  }
  const control = await runUnchanged(mutants, checkout)
  for (const { name, what, edits, caughtBy, size = 'short' } of mutants) {
    console.log(`\n— mutant ${name}: ${what}`)
    const restore = mutate(checkout, edits)
    await build(checkout)
    for (const part of parts.filter((known) => known.name in caughtBy)) {
      const unchanged = control.get(keyOf(part.name, size))
      if (!unchanged?.passed || isSkipped(unchanged)) {
        record(part.name, name, {
          isDetected: false,
          message: `the part did not pass without the mutant: ${reasonFor(unchanged)}`,
        })
        continue
      }
      const pattern = caughtBy[part.name]
      if (pattern)
        record(
          part.name,
          name,
          evaluateMutant(await runPart(part, { size, runs: 1, checkout }), pattern),
        )
    }
    restore()
    onResults(results.filter(({ report }) => report.mutant === name))
  }
  return results
}

const keyOf = (part: string, size: Size) => `${part} ${size}`

const reasonFor = (unchanged: PartReport | undefined) =>
  [
    ...(unchanged?.skipped ?? []),
    ...(unchanged?.failures ?? []),
    ...(unchanged?.errors ?? []),
  ].join('; ') || 'no such part'

/** Runs each part that must detect a mutant on the unchanged code, once in each size. */
async function runUnchanged(
  mutants: readonly Mutant[],
  checkout: string,
): Promise<Map<string, PartReport>> {
  console.log('\n— no mutant: the parts that must detect the mutants have to pass first')
  await build(checkout)
  const control = new Map<string, PartReport>()
  for (const { caughtBy, size = 'short' } of mutants)
    for (const part of parts.filter(({ name }) => name in caughtBy)) {
      const key = keyOf(part.name, size)
      if (!control.has(key)) control.set(key, await runPart(part, { size, runs: 1, checkout }))
    }
  return control
}

/** Returns the last line of output, with the mutants that were not detected. */
export function summarizeMutants(results: readonly MutantResult[]): string {
  const missed = results.filter(({ report }) => !report.isDetected)
  if (results.length === 0) return 'no mutants were tested'
  return missed.length === 0
    ? `all mutants detected: ${results.length} of ${results.length}`
    : `not detected: ${missed.map(({ part, report }) => `${report.mutant} by ${part}`).join(', ')}`
}
