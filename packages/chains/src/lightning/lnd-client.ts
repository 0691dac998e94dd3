import lightning from 'lightning'
import type { z } from 'zod'
import { LightningUnavailable } from './errors.ts'
import type { LndAccess } from './lnd-access.ts'
import { type NodeError, nodeErrorOf } from './node-error.ts'

/** A stream of the node's messages, as gRPC gives it. */
export interface NodeStream {
  on(event: 'data', listener: (message: unknown) => void): this
  on(event: 'error', listener: (error: unknown) => void): this
  on(event: 'end', listener: () => void): this
  cancel(): void
}

type Limits = { readonly deadline: number }
type Unary = (request: object, limits: Limits, answered: (error: unknown, answer: unknown) => void) => void
type Streaming = (request: object, limits: Limits) => NodeStream

/** The calls that the gateway makes; a macaroon allows some of them. */
interface Stubs {
  readonly default: {
    readonly addInvoice: Unary
    readonly lookupInvoice: Unary
    readonly decodePayReq: Unary
    readonly channelBalance: Unary
    readonly listChannels: Unary
    readonly walletBalance: Unary
    readonly getInfo: Unary
    readonly subscribeInvoices: Streaming
  }
  readonly invoices: { readonly cancelInvoice: Unary }
  readonly router: { readonly sendPaymentV2: Streaming; readonly trackPaymentV2: Streaming }
}

/** A call with one answer. */
interface NodeCall<Shape extends z.ZodType> {
  /** The method, for messages. */
  readonly name: string
  readonly make: (stubs: Stubs, ...rest: Parameters<Unary>) => void
  readonly request: object
  readonly shape: Shape
}

/** A connection to a node with one macaroon. */
export interface LndClient {
  /**
   * The answer to a call.
   * @throws {NodeError} when the node answers with an error.
   * @throws {LightningUnavailable} when there is no well-formed answer within five seconds.
   */
  ask<Shape extends z.ZodType>(call: NodeCall<Shape>): Promise<z.output<Shape>>
  /** Opens a stream, which the transport ends some time after `withinMs`, whoever has forgotten it. */
  open(make: (stubs: Stubs, limits: Limits) => NodeStream, withinMs: number): NodeStream
  close(): void
}

const ANSWER_WITHIN_MS = 5_000
const FORGOTTEN_MS = 2_000

/**
 * Connects through the `lightning` package and calls the stubs that it carries: its own methods have no deadline, send without a fee limit, and
 * lose settlements when their stream begins again.
 */
export function createLndClient({ socket, certificate, macaroon }: LndAccess): LndClient {
  const { lnd } = lightning.authenticatedLndGrpc({
    socket,
    cert: Buffer.from(certificate).toString('base64'),
    macaroon: Buffer.from(macaroon).toString('hex'),
  })
  const stubs: Stubs = lnd // The package types its stubs as any; the shapes of the answers are checked.
  return {
    ask: ({ name, make, request, shape }) =>
      new Promise((resolve, reject) => {
        make(stubs, request, { deadline: Date.now() + ANSWER_WITHIN_MS }, (error, answer) => {
          if (error) return reject(refusalOf(name, error))
          const parsed = shape.safeParse(answer)
          if (parsed.success) return resolve(parsed.data)
          reject(new LightningUnavailable(`odd answer to ${name}: ${parsed.error.issues[0]?.path.join('.')}`))
        })
      }),
    open: (make, withinMs) => make(stubs, { deadline: Date.now() + withinMs + FORGOTTEN_MS }),
    close: () => Object.values<{ close(): void }>(lnd).forEach((service) => service.close()),
  }
}

/** What the node answered itself stays a `NodeError`; what the transport says becomes "unavailable". */
function refusalOf(name: string, error: unknown): NodeError | LightningUnavailable {
  const found = nodeErrorOf(error)
  return found.isAnswer ? found : new LightningUnavailable(`no answer to ${name}: ${found.message}`, found)
}
