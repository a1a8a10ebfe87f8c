import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Returns the directories of PostgreSQL's programs in Debian and Homebrew, newest version first.
 */
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

/**
 * Programs that the tests need and npm does not provide, with their locations and package names.
 */
const programs: Record<
  | 'chromium'
  | 'chromium-headless-shell'
  | 'redis-server'
  | 'pg_dump'
  | 'nginx'
  | 'pgbouncer'
  | 'hugo'
  | 'jekyll'
  | 'buildah'
  | 'debootstrap',
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
  // Starts and renders in about half the time, but has no back/forward cache.
  'chromium-headless-shell': {
    paths: () => [
      chromium.executablePath(),
      '/usr/bin/chromium-headless-shell',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    package: 'chromium-headless-shell',
    formula: 'google-chrome',
  },
  'redis-server': {
    paths: () => ['/usr/bin/redis-server', ...ofHomebrew('redis-server')],
    package: 'redis-server',
    formula: 'redis',
  },
  // A server with matching tools: the embedded one has none, and tools reject a newer server.
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
  hugo: { paths: () => ['/usr/bin/hugo', ...ofHomebrew('hugo')], package: 'hugo', formula: 'hugo' },
  jekyll: {
    paths: () => ['/usr/bin/jekyll', ...ofHomebrew('jekyll')],
    package: 'jekyll',
    formula: 'jekyll',
  },
  buildah: { paths: () => ['/usr/bin/buildah'], package: 'buildah', formula: '' },
  debootstrap: { paths: () => ['/usr/sbin/debootstrap'], package: 'debootstrap', formula: '' },
}

export type Program = keyof typeof programs

/** Programs that `npm test` needs. A nightly test provides further programs itself. */
const gatePrograms = (Object.keys(programs) as Program[]).filter(
  (name) => !['hugo', 'jekyll', 'buildah', 'debootstrap'].includes(name),
)

/**
 * Returns the path of a program on this machine: first Playwright's own browser, then the system's.
 */
export function findProgram(name: Program): string | undefined {
  return programs[name].paths().find((path) => existsSync(path))
}

/**
 * Returns the path of a program.
 * @throws Error if it is missing
 */
export function programPath(name: Program): string {
  const path = findProgram(name)
  if (!path) throw new Error(`${name} is missing. Run \`npm test\` to see how to install it.`)
  return path
}

/** Returns one line with the missing programs and how to install them, or undefined. */
export function describeMissing(names: Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return undefined
  const install =
    process.platform === 'darwin'
      ? `brew install ${missing.map((name) => programs[name].formula).join(' ')}`
      : `Install: ${missing.map((name) => programs[name].package).join(' ')}`
  const chromiumHint = missing.some((name) => name.startsWith('chromium'))
    ? ' (or, for Chromium, run `npx playwright install chromium`)'
    : ''
  return (
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
    `${install}${chromiumHint}.`
  )
}

const isUbuntu = () => /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'))

/**
 * Ensures that these programs are installed. On Debian and Ubuntu, as root, it installs them.
 * @throws Error with a one-line message that says what to install
 */
export function providePrograms(names: Program[] = gatePrograms): void {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(describeMissing(missing))
  console.log(`Installing ${missing.join(' ')} …`)
  const install = (program: string, ...args: string[]) =>
    void execFileSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const isBrowser = (name: Program) => name.startsWith('chromium')
  // Ubuntu's package of Chromium only installs a snap.
  const ofPlaywright = isUbuntu() ? missing.filter(isBrowser) : []
  const others = missing.filter((name) => !ofPlaywright.includes(name))
  // Chromium brings no fonts, and layout tests need those of a usual machine.
  const fonts = others.includes('chromium') ? ['fonts-liberation'] : []
  const packages = [...others.map((name) => programs[name].package), ...fonts]
  install('apt-get', 'update', '-qq')
  if (packages.length > 0)
    install('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)
  if (ofPlaywright.length > 0) install('npx', 'playwright', 'install', '--with-deps', 'chromium')
  const stillMissing = missing.filter((name) => !findProgram(name))
  if (stillMissing.length > 0)
    throw new Error(`${stillMissing.join(' and ')} could not be installed.`)
}
