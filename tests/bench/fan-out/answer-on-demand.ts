import { createServer } from 'node:http'

/** Does `work` whenever it is asked for over HTTP, and answers with the milliseconds that it took. */
export function answerOnDemand(port: number, work: () => Promise<number>): void {
  createServer((request, response) => {
    if (request.url !== '/go') return void response.end()
    work().then(
      (ms) => response.end(JSON.stringify(ms)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(port, '127.0.0.1')
}

/** Asks another process to do its work; returns how long it took. @throws {Error} with its words when it failed. */
export async function demand(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/go`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return Number(text)
}
