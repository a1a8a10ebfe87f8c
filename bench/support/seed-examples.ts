import { execFileSync } from 'node:child_process'

/**
 * Adds the example posts with their comments and views to a migrated database, with the checkout's
 * own command.
 */
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
