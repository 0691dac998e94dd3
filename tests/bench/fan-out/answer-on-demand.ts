import { createServer } from 'node:http'

/** Does `work` whenever it is asked for over HTTP, and answers when it is done. */
export function answerOnDemand(port: number, work: () => Promise<unknown>): void {
  createServer((request, response) => {
    if (request.url !== '/go') return void response.end()
    work().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(port, '127.0.0.1')
  // A process that ends by itself still writes its profile.
  process.once('SIGTERM', () => process.exit())
}

/** Asks another process to do its work. @throws {Error} with its words when it failed. */
export async function demand(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/go`)
  if (!answer.ok) throw new Error(await answer.text())
}
