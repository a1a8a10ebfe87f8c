import { defineConfig } from 'prisma/config'

// For `prisma generate`, `format` and `migrate diff`: scripts/migrate.ts applies the migrations.
export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } })
