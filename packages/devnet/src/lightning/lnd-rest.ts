import { Agent, request } from 'node:https'
import type { z } from 'zod'

/** An error that the node answers; `code` is that of gRPC. */
export class LndRefusal extends Error {
  override readonly name = 'LndRefusal'
  readonly code: number
  constructor(path: string, { code, message }: { code: number; message: string }) {
    super(`${path}: ${message} (${code})`)
    this.code = code
  }
}

/** A call of the node's REST interface. */
interface RestCall<Shape extends z.ZodType> {
  readonly path: string
  /** Posted as JSON; without one the call is a GET. */
  readonly body?: object
  readonly shape: Shape
}

/** The REST interface of a node, with which the devnet sets it up; the gateway uses gRPC. */
export interface LndRest {
  /** @throws {LndRefusal} when the node answers with an error. */
  call<Shape extends z.ZodType>(call: RestCall<Shape>): Promise<z.output<Shape>>
  /** The last message of a stream. @throws {LndRefusal} when the node answers with an error. */
  last<Shape extends z.ZodType>(call: RestCall<Shape>): Promise<z.output<Shape>>
}

/** Connects by the node's own certificate; each call opens a connection, so that a restart of the node breaks none. */
export function lndRest({ port, certificate, macaroon }: { port: number; certificate: string; macaroon?: string }): LndRest {
  const agent = new Agent({ ca: certificate })
  const headers = macaroon === undefined ? {} : { 'grpc-metadata-macaroon': macaroon }
  const fetchText = (path: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => resolve(text)).once('error', reject)
      })
      call.once('error', reject)
      call.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return {
    call: async ({ path, body, shape }) => shape.parse(checked(path, await fetchText(path, body))),
    last: async ({ path, body, shape }) => {
      const lines = (await fetchText(path, body)).trim().split('\n')
      return shape.parse(resultOf(checked(path, lines.at(-1) ?? '')))
    },
  }
}

function checked(path: string, text: string): unknown {
  const answer: unknown = JSON.parse(text)
  const refusal = errorOf(answer)
  if (refusal) throw new LndRefusal(path, refusal)
  return answer
}

/** Unary calls have an error as the answer, streams as its member. */
function errorOf(answer: unknown): { code: number; message: string } | undefined {
  const found = memberOf(answer, 'error') ?? answer
  const code = memberOf(found, 'code')
  return typeof code === 'number' && code > 0 ? { code, message: String(memberOf(found, 'message')) } : undefined
}

const resultOf = (answer: unknown): unknown => memberOf(answer, 'result')

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
