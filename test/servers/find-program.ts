import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Where Debian and Homebrew put a program of PostgreSQL: under its version, the newest first. */
function ofPostgres(program: string): string[] {
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((home) => {
    if (!existsSync(home)) return []
    const versions = readdirSync(home).filter((name) => /^(?:postgresql@)?\d+$/.test(name))
    return versions
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((version) => `${home}/${version}/bin/${program}`)
  })
}

const ofHomebrew = (program: string) => [
  `/opt/homebrew/bin/${program}`,
  `/usr/local/bin/${program}`,
]

/** What the tests need and npm cannot bring: where it may stand, and what Debian and Homebrew call it. */
const programs: Record<
  'chromium' | 'redis-server' | 'pg_dump' | 'nginx' | 'pgbouncer',
  { paths: () => string[]; package: string; formula: string }
> = {
  chromium: {
    paths: () => [
      chromium.executablePath(),
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    package: 'chromium',
    formula: 'google-chrome',
  },
  'redis-server': {
    paths: () => ['/usr/bin/redis-server', ...ofHomebrew('redis-server')],
    package: 'redis-server',
    formula: 'redis',
  },
  // A server with the tools that fit it: the embedded one comes without them, and they refuse a newer server than they are.
  pg_dump: { paths: () => ofPostgres('pg_dump'), package: 'postgresql', formula: 'postgresql@17' },
  nginx: {
    paths: () => ['/usr/sbin/nginx', ...ofHomebrew('nginx')],
    package: 'nginx-light',
    formula: 'nginx',
  },
  pgbouncer: {
    paths: () => ['/usr/sbin/pgbouncer', ...ofHomebrew('pgbouncer')],
    package: 'pgbouncer',
    formula: 'pgbouncer',
  },
}

export type Program = keyof typeof programs

const allPrograms = Object.keys(programs) as Program[]

/** Where a program stands on this machine: Playwright's own browser first, then the system's. */
export function findProgram(name: Program): string | undefined {
  return programs[name].paths().find((path) => existsSync(path))
}

/** @throws Error where it is missing */
export function programPath(name: Program): string {
  const path = findProgram(name)
  if (!path) throw new Error(`${name} is missing: \`npm test\` says how to get it`)
  return path
}

/** What of these is missing, and how to get it, in one line; undefined where nothing is. */
export function tellMissing(names: Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return undefined
  const install =
    process.platform === 'darwin'
      ? `brew install ${missing.map((name) => programs[name].formula).join(' ')}`
      : `Install: ${missing.map((name) => programs[name].package).join(' ')}`
  const itself = missing.includes('chromium')
    ? ' (or, for Chromium, run `npx playwright install chromium`)'
    : ''
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ${install}${itself}.`
}

/**
 * Sees to it that these programs are there: on Debian, as root, they are installed.
 * @throws Error in one line that says what to install
 */
export function providePrograms(names: Program[] = allPrograms): void {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(tellMissing(missing))
  // Chromium comes without fonts, and what is measured of a page is measured in those of a usual machine.
  const fonts = missing.includes('chromium') ? ['fonts-liberation'] : []
  const packages = [...missing.map((name) => programs[name].package), ...fonts]
  console.log(`Installing ${packages.join(' ')} …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  const still = missing.filter((name) => !findProgram(name))
  if (still.length > 0) throw new Error(`${still.join(' and ')} could not be installed.`)
}
