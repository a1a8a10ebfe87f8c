/**
 * Lets concurrent requests with the same key share one result. A request that arrives during a run
 * waits for the *next* run, so no result is older than its request. If a run fails, the requests
 * that wait for the next one fail with it.
 */
export function coalesce<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
): (key: string, question: Question) => Promise<Answer> {
  type Run = { answer: Promise<Answer>; next?: Promise<Answer> }
  const running = new Map<string, Run>()

  const start = (key: string, question: Question): Promise<Answer> => {
    const run: Run = { answer: work(question) }
    running.set(key, run)
    const end = () => {
      if (running.get(key) === run) running.delete(key)
    }
    run.answer.then(end, end)
    return run.answer
  }

  return (key, question) => {
    const run = running.get(key)
    if (!run) return start(key, question)
    run.next ??= run.answer.then(() => start(key, question))
    return run.next
  }
}
