/**
 * The process started by `redis-bridge.ts`. Sends its address and serves until it is killed or its
 * parent exits.
 */
import { startRedis } from '@/test/servers/redis'

const { url, redisUrl, token, stop } = await startRedis()
process.once('disconnect', () => void stop().then(() => process.exit()))
process.send?.({ url, redisUrl, token })
