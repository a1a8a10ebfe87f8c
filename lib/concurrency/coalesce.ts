/**
 * Lets concurrent requests with the same key share one result. A request that arrives during a run
 * waits for the *next* run, so no result is older than its request. If a run fails, the requests
 * that wait for the next one fail with it.
 */
export function coalesce<Input, Result>(
  work: (input: Input) => Promise<Result>,
): (key: string, input: Input) => Promise<Result> {
  type Run = { result: Promise<Result>; next?: Promise<Result> }
  const running = new Map<string, Run>()

  const start = (key: string, input: Input): Promise<Result> => {
    const run: Run = { result: work(input) }
    running.set(key, run)
    const end = () => {
      if (running.get(key) === run) running.delete(key)
    }
    run.result.then(end, end)
    return run.result
  }

  return (key, input) => {
    const run = running.get(key)
    if (!run) return start(key, input)
    run.next ??= run.result.then(() => start(key, input))
    return run.next
  }
}
