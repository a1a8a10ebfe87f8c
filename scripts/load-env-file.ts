import { existsSync } from 'node:fs'

/**
 * Loads the variables of `.env` in the current directory, if it exists, into `process.env`.
 * Variables that are already set, even to an empty value, are not changed.
 */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
