import type { ServerResponse } from 'node:http'

/** An answer before it is sent. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A JSON answer, spread over lines as the processor's are. */
export const jsonAnswer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { 'Content-Type': 'application/json', ...headers },
})

export const htmlAnswer = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
})

/** Sends a browser on to another page. */
export const redirectTo = (location: string): Answer => ({ status: 303, body: '', headers: { Location: location } })

export function sendAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-cache, no-store' }).end(body)
}
