/** Loaded before Umami, to replace its downloads: Prisma's engine and the GeoIP database. */
const prisma = require('@prisma/client')
const { PrismaPg } = require('@prisma/adapter-pg')
const { default: maxmind } = require('maxmind')

maxmind.open = async () => ({ get: () => null })

prisma.PrismaClient = class extends prisma.PrismaClient {
  constructor(options) {
    super({
      ...options,
      adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }),
    })
  }

  /** Umami passes the values as one array, which the engine of Prisma 5 accepts. */
  $queryRawUnsafe(query, values) {
    return super.$queryRawUnsafe(query, ...values)
  }
}
