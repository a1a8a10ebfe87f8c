/**
 * Lets requests that ask the same thing at the same time share one answer. Who comes while an answer is being made
 * waits for the *next* one, which all who came meanwhile share: so every answer was begun after its request arrived,
 * and nobody is told what was true before. A post that everybody reads at once costs one query at a time.
 *
 * Where the one being made fails, those who wait for the next fail with it at once: a database that does not answer
 * would be waited for twice.
 */
export function coalesce<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
): (key: string, question: Question) => Promise<Answer> {
  const running = new Map<string, { answer: Promise<Answer>; next?: Promise<Answer> }>()

  const start = (key: string, question: Question): Promise<Answer> => {
    const run: { answer: Promise<Answer>; next?: Promise<Answer> } = { answer: work(question) }
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
