import { createServer } from 'node:http'

/** Does `work` at each request and responds once it is done. */
export function answerOnDemand(port: number, work: () => Promise<unknown>): void {
  createServer((request, response) => {
    if (request.url !== '/go') return void response.end()
    work().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(port, '127.0.0.1')
  // A process that exits by itself still writes its profile.
  process.once('SIGTERM', () => process.exit())
}

/** Requests the work of another process. @throws {Error} with its message when it failed. */
export async function demand(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/go`)
  if (!answer.ok) throw new Error(await answer.text())
}
