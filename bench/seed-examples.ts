import { execFileSync } from 'node:child_process'

/** Puts the example posts with their comments and views into a migrated database, by the checkout's own command. */
export function seedExamples(checkout: string, databaseUrl: string): void {
  execFileSync(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'],
    {
      cwd: checkout,
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}
