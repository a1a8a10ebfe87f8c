import { defineConfig } from 'prisma/config'

// Only `prisma generate` and `prisma format` read this file: migrations are applied by
// scripts/migrate.ts.
export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } })
