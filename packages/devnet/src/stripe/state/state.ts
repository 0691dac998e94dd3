import type { SessionTerms } from '../objects/checkout-session.ts'
import type { RefundStatus } from '../objects/refund.ts'
import type { StoredObject } from '../objects/stored-object.ts'

/** An object and the account that it belongs to. */
interface Stored {
  readonly account: string
  readonly object: StoredObject
}

/** The answer of an idempotency key. */
export interface SavedAnswer {
  /** Method, path and parameters, which a repeat must have too. */
  readonly request: string
  readonly requestId: string
  readonly status: number
  readonly body: string
  readonly savedAt: number
}

/** An event on its way to an endpoint. Times are Unix milliseconds. */
export interface Delivery {
  readonly id: string
  readonly event: string
  readonly endpoint: EndpointName
  readonly body: string
  readonly attempts: number
  readonly notBefore: number
  /** Goes as soon as another event has been delivered to the same endpoint, at `notBefore` at the latest. */
  readonly yields: boolean
}

/** The two endpoints: of the platform's own objects, and of those of connected accounts. */
export type EndpointName = 'platform' | 'connect'

/** A link to the onboarding page, used up by its first visit. */
export interface OnboardingLink {
  readonly account: string
  readonly expiresAt: number
  readonly refreshUrl: string
  readonly returnUrl: string
  readonly used: boolean
  /** Names the opened page, whose form must work after the link is used up. */
  readonly page: string
}

/** Something that becomes due by itself: the outcome of an asynchronous payment, a pending refund, or a dispute under review. */
interface Task {
  readonly dueAt: number
  readonly subject: string
  readonly outcome: 'succeeded' | 'failed'
}

/** Everything that the double remembers; plain data, so that it can be stored as JSON. */
export interface State {
  readonly objects: Record<string, Stored>
  readonly sessionTerms: Record<string, SessionTerms>
  readonly answers: Record<string, SavedAnswer>
  readonly onboardingLinks: Record<string, OnboardingLink>
  /** The automatic payout of a balance transaction. */
  readonly payoutOf: Record<string, string>
  /** The number of the card of a charge, and of a payment intent that waits for authentication. */
  readonly cardOf: Record<string, string>
  /** The first states of the next refunds. */
  readonly nextRefunds: RefundStatus[]
  deliveries: Delivery[]
  tasks: Task[]
  /** Added to the system's clock. */
  clockOffsetSeconds: number
}

/** A double that has seen nothing yet. */
export const emptyState = (): State => ({
  objects: {},
  sessionTerms: {},
  answers: {},
  onboardingLinks: {},
  payoutOf: {},
  cardOf: {},
  nextRefunds: [],
  deliveries: [],
  tasks: [],
  clockOffsetSeconds: 0,
})
