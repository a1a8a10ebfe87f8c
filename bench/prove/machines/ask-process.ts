import type { ProvedServer } from './server'

/**
 * Asks a server for what a module that it loaded (`withModules`) watches there.
 * @throws where the server has ended
 */
export function askProcess<T>(server: ProvedServer, question: string): Promise<T> {
  const running = server.process()
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error(`the server ended, and tells nothing of its ${question}:\n${server.output().slice(-2_000)}`))
    running.once('exit', end)
    running.once('message', (told: T) => {
      running.off('exit', end)
      resolve(told)
    })
    running.send(question, (error) => error && end())
  })
}
