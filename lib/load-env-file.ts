import { existsSync } from 'node:fs'

/** Takes the variables of `.env` in the working directory, where there is one; what is set already is stronger. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
