import { executeSql, query } from '@/lib/db/client'
import { timers } from './timers'

/** Returns the name of the timer that calls a path. */
export const timerName = (path: string): string => path.split('/').at(-1) ?? path

const names = timers.map(({ path }) => timerName(path))

/** Records that a timer of the schedule has completed its work. @throws DatabaseUnavailable */
export async function recordTimerRun(path: string): Promise<void> {
  const name = timerName(path)
  if (!names.includes(name)) return
  await executeSql`
    INSERT INTO timer_runs (name, completed_at) VALUES (${name}, now())
    ON CONFLICT (name) DO UPDATE SET completed_at = excluded.completed_at`
}

/** Returns when each timer last completed its work, or null. @throws DatabaseUnavailable */
export async function lastTimerRuns(): Promise<Record<string, Date | null>> {
  const runs = await query((client) => client.timerRun.findMany({ where: { name: { in: names } } }))
  const completed = new Map(runs.map(({ name, completedAt }) => [name, completedAt]))
  return Object.fromEntries(names.map((name) => [name, completed.get(name) ?? null]))
}
