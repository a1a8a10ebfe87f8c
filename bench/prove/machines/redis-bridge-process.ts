/** What `redis-bridge.ts` starts: it says where it listens, and serves until it is killed. */
import { startRedis } from '@/lib/testing/redis'

const { url, redisUrl, token } = await startRedis()
process.send?.({ url, redisUrl, token })
