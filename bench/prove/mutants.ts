import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { build, copyCheckout } from '@/bench/copy-checkout'
import { parts } from './parts'
import { provePart } from './prove-part'
import type { Size } from './scene'

/** A fault put into a copy of the checkout on purpose, and the parts that must not hold then. */
type Mutant = {
  /** Of its patch, in `mutants/`. */
  name: string
  /** What it does. */
  what: string
  caughtBy: string[]
  /** Whether it is the ledger that must see it: something was acknowledged and is not there. */
  loses?: boolean
  size?: Size
}

const mutants: Mutant[] = [
  {
    name: 'time-out-for-a-yes',
    what: 'a limiter that does not answer has granted',
    caughtBy: ['redis-away'],
  },
  {
    name: 'answers-before-commit',
    what: 'a comment and a view are answered 201 before what they wrote is on the disk',
    caughtBy: ['postgres-kill', 'hot-post'],
    loses: true,
  },
  { name: 'own-purges-alone', what: 'a process hears of no purge but its own', caughtBy: ['three-servers'] },
  {
    name: 'patient-migration',
    what: 'a migration waits for its lock as long as that takes',
    caughtBy: ['migrations-in-use'],
    // Who waits behind it for less than three seconds is answered all the same.
    size: 'full',
  },
  {
    name: 'without-literal-address-check',
    what: 'an address in a URL is not judged, a name is',
    caughtBy: ['private-targets'],
  },
  {
    name: 'whole-page-to-cheerio',
    what: 'a stranger’s whole page is made a tree',
    caughtBy: ['hostile-pages'],
    // In a thread of its own it takes nothing but time.
    size: 'full',
  },
  {
    name: 'session-only-in-proxy',
    what: 'who is past proxy.ts is taken for the owner',
    caughtBy: ['owner-only'],
  },
]

/** @throws where a patch does not apply any more: the code moved, and the mutant with it */
function patch(checkout: string, name: string, ...options: string[]): void {
  execFileSync('git', ['apply', ...options, path.resolve(import.meta.dirname, 'mutants', `${name}.patch`)], {
    cwd: checkout,
    stdio: 'inherit',
  })
}

/**
 * Whether the proof can fail: each mutant is applied to a copy, built, proved, and taken back. A part that holds in
 * spite of it proves nothing.
 *
 * @param names of some mutants; all where none is named
 */
export async function proveMutants(names: string[]): Promise<boolean> {
  const checkout = copyCheckout()
  const survivors: string[] = []
  for (const { name, what, caughtBy, loses, size = 'short' } of mutants.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`\n— mutant ${name}: ${what}`)
    patch(checkout, name)
    build(checkout)
    for (const part of parts.filter((known) => caughtBy.includes(known.name))) {
      const { held, tally } = await provePart(part, { size, runs: 1, checkout })
      const isSeen = !held && (!loses || tally.lost > 0)
      console.log(!isSeen ? `✗ ${part.name} does not see the mutant` : `✓ ${part.name} sees the mutant`)
      if (!isSeen) survivors.push(`${name} by ${part.name}`)
    }
    patch(checkout, name, '--reverse')
  }
  console.log(survivors.length === 0 ? '\nevery mutant was caught' : `\nnot caught: ${survivors.join(', ')}`)
  return survivors.length === 0
}
