import type { Size } from './scene'

/** A fault put into a copy of the checkout on purpose, and what the parts must say then. */
export type Mutant = {
  /** Of its patch, in `mutants/`. */
  name: string
  /** What it does. */
  what: string
  /** The parts that must not hold, and the promise that each must say is broken: a part that breaks by anything else has not seen it. */
  caughtBy: Record<string, RegExp>
  size?: Size
}

/** By the ledger: something was acknowledged and is not there. */
const loses = /^[1-9]\d* of \d+ acknowledged writes are lost$/

export const mutants: Mutant[] = [
  {
    name: 'time-out-for-a-yes',
    what: 'a limiter that does not answer has granted',
    caughtBy: { 'redis-away': /^\d+ (?:reads|writes) were granted within a minute, of \d+, / },
  },
  {
    name: 'answers-before-commit',
    what: 'a comment and a view are answered 201 half a second before `COMMIT` is sent',
    caughtBy: { 'postgres-kill': loses, 'hot-post': loses, 'server-kill': loses, 'disk-full': loses },
  },
  {
    name: 'own-purges-alone',
    what: 'a process hears of no purge but its own',
    caughtBy: { 'three-servers': /^(?:while processes died|on the replica), [1-9]\d* of \d+ next pages were old: / },
  },
  {
    name: 'patient-migration',
    what: 'a migration waits for its lock as long as that takes',
    caughtBy: { 'migrations-in-use': /^while migrations were applied came \[\[/ },
    // Who waits behind it for less than three seconds is answered all the same.
    size: 'full',
  },
  {
    name: 'without-literal-address-check',
    what: 'an address in a URL is not judged, a name is',
    caughtBy: { 'private-targets': /^[1-9]\d* connections to / },
  },
  {
    name: 'whole-page-to-cheerio',
    what: 'a stranger’s whole page is made a tree',
    caughtBy: { 'hostile-pages': / was answered 500 "code":"target-too-slow"$| took \d+ ms$|^others waited \d+ ms / },
    // In a thread of its own, with a deadline, it takes nothing but what could have been said of a page in time.
    size: 'full',
  },
  {
    name: 'session-only-in-proxy',
    what: 'who is past `proxy.ts` is taken for the owner',
    caughtBy: { 'owner-only': /: strangers wrote | was told what only the owner may read$/ },
  },
  {
    name: 'keys-not-kept',
    what: 'the key of a comment is not kept, so that each retry is a comment',
    caughtBy: {
      'retried-keys': /^\d+ keys made \d+ comments, which are too many$/,
      'dump-restore': /^a key from before was answered \d+ /,
    },
  },
  {
    name: 'no-room-is-a-bug',
    what: 'a database that has no connection left is taken for a fault of the code',
    caughtBy: { 'connections-exhausted': /^there were answers of (?:\d+, )*500/ },
  },
  {
    name: 'patient-with-sockets',
    what: 'a request may take as long as it likes to arrive',
    caughtBy: { 'slow-sockets': /^no socket was cut that sent its (?:request line|headers) slowly$/ },
  },
  {
    name: 'other-than-described',
    what: 'the number of views is answered as a text',
    caughtBy: { 'random-requests': /^GET \/api\/views 200 is not as openapi\.yaml#/ },
  },
  {
    name: 'patient-with-postgres',
    what: 'a database that says nothing is waited for, for two minutes',
    caughtBy: { 'postgres-freeze': /^the slowest answer took \d+ ms$/, 'bad-network': /^the slowest answer took \d+ ms$/ },
    // How long an answer takes is judged in full alone.
    size: 'full',
  },
]
