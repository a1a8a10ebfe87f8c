/** What `redis-bridge.ts` starts: it says where it listens, and serves until it is killed, or who started it is gone. */
import { startRedis } from '@/test/servers/redis'

const { url, redisUrl, token, stop } = await startRedis()
process.once('disconnect', () => void stop().then(() => process.exit()))
process.send?.({ url, redisUrl, token })
