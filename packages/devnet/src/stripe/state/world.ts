import type { EndpointName, State } from './state.ts'

/** An endpoint that receives events, and the secret that signs them. */
interface WebhookEndpoint {
  readonly url: string
  readonly secret: string
}

/** How the double behaves towards the gateway; the control changes it at run time. */
export interface Behaviour {
  webhooks: Partial<Record<EndpointName, WebhookEndpoint>>
  /** How long every answer of the API takes beyond the work for it. */
  answerMs: number
  /** The first pause before an event is sent again; it doubles with each attempt. */
  retryMs: number
  /** How long asynchronous payments, pending refunds and banks take to decide; never by themselves when undefined. */
  settleSeconds: number | undefined
  /** Events are recorded and wait for their release. */
  holdsEvents: boolean
  eventFaults: EventFault[]
  apiFaults: ApiFault[]
}

/** What happens to the next events of a type, or of any. */
export interface EventFault {
  readonly kind: 'late' | 'double' | 'drop' | 'reorder'
  /** Type of the event; any when absent. */
  readonly type?: string
  /** How many events; one when absent. */
  readonly times?: number
  /** Delay of `late`, one second when absent; the longest wait of `reorder` for a later event, two when absent. */
  readonly ms?: number
}

/** What happens to the next requests that match. */
export interface ApiFault {
  /** Before: nothing is carried out, except after a stall. After: everything is, and its answer is lost. */
  readonly moment: 'before' | 'after'
  /** `stall` answers when it is released; `delay` after `ms`. */
  readonly answer: 'status_403' | 'status_404' | 'status_429' | 'status_500' | 'html_502' | 'html_200' | 'close' | 'stall' | 'delay'
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Start of the path, as `/v1/refunds`; any when absent. */
  readonly path?: string
  /** How many requests; one when absent. */
  readonly times?: number
  readonly ms?: number
  /** The idempotency key keeps the failure as its answer, as the processor does with a 500 of its own. */
  readonly sticky?: boolean
}

/** The request that is being carried out; events name it. */
interface CurrentRequest {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** The double as its operations see it. */
export interface World {
  readonly state: State
  readonly behaviour: Behaviour
  /** Own address, without a slash at its end. */
  url: string
  request: CurrentRequest | undefined
  /** Called after every change, to send events and to store the state. */
  changed: () => void
}

/** The account that owns the keys. */
export const PLATFORM = 'acct_1PlatformDevnet001'

/** The application of the platform, which connected accounts have authorised. */
export const APPLICATION = 'ca_PlatformDevnet0000000000000001'

/** The version whose shapes are served. */
export const API_VERSION = '2026-10-28.endive'

/** Unix seconds of this world, whose clock the control can move on. */
export const nowOf = (world: World): number => Math.floor(Date.now() / 1_000) + world.state.clockOffsetSeconds
