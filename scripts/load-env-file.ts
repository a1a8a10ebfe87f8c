import { existsSync } from 'node:fs'

/**
 * Takes the variables of the file `.env` in the current directory, where there is one, into `process.env`. A variable
 * that is set already stays as it is, an empty one too.
 */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
