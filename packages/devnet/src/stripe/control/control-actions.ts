import { deliveryOf } from '../events/emit-event.ts'
import type { Account } from '../objects/account.ts'
import type { Charge } from '../objects/charge.ts'
import type { Dispute, DisputeStatus } from '../objects/dispute.ts'
import type { Payout } from '../objects/payout.ts'
import type { Refund, RefundStatus } from '../objects/refund.ts'
import { moveDispute, openDispute } from '../payments/disputes.ts'
import { type AccountChanges, completeOnboarding, disconnectAccount, moveAccount } from '../payments/move-account.ts'
import { createPayout, movePayout, type PayoutTerms } from '../payments/payouts.ts'
import { moveRefund } from '../payments/refunds.ts'
import { settleSubject } from '../payments/settle-subject.ts'
import type { Api } from '../server/api.ts'
import { runTasks } from '../state/run-tasks.ts'
import { get, ownerOf } from '../state/store.ts'
import { type ApiFault, type Behaviour, type EventFault, PLATFORM, type World } from '../state/world.ts'
import { presentLog } from './stripe-log.ts'

/** A dispute as the control opens it. */
export interface DisputeRequest {
  /** A charge, or the payment intent that it paid. */
  readonly charge: string
  readonly amount?: number
  readonly reason?: string
  /** An inquiry, which moves no money. */
  readonly isInquiry?: boolean
}

/** How held events leave. */
export interface Release {
  readonly order?: 'recorded' | 'reversed'
  /** How often each is sent; 0 drops them. Once when absent. */
  readonly copies?: number
}

/** What tests, the demo and the pay script may do to the double beyond the API; each action takes one object. */
export const controlActions = {
  openDispute: ({ world }: Api, { charge, isInquiry = false, reason = 'fraudulent', amount }: DisputeRequest): Dispute =>
    openDispute(world, chargeAt(world, charge), { isInquiry, reason, ...(amount !== undefined && { amount }) }),
  moveDispute: ({ world }: Api, { dispute, status }: { readonly dispute: string; readonly status: DisputeStatus }): Dispute =>
    moveDispute(world, get(world, { kind: 'dispute' }, dispute), status),
  moveRefund: ({ world }: Api, { refund, status }: { readonly refund: string; readonly status: RefundStatus }): Refund =>
    moveRefund(world, get(world, { kind: 'refund' }, refund), status),
  nextRefunds: ({ world }: Api, { statuses }: { readonly statuses: readonly RefundStatus[] }): void => {
    world.state.nextRefunds.splice(0, Infinity, ...statuses)
  },
  settlePayment: (
    { world }: Api,
    { paymentIntent, outcome }: { readonly paymentIntent: string; readonly outcome: 'succeeded' | 'failed' },
  ): void => settleSubject(world, paymentIntent, outcome),
  payOut: ({ world }: Api, terms: PayoutTerms): Payout => createPayout(world, terms),
  movePayout: ({ world }: Api, { payout, status }: { readonly payout: string; readonly status: 'paid' | 'failed' | 'canceled' }): Payout =>
    movePayout(world, get(world, { kind: 'payout' }, payout), status),
  moveAccount: ({ world }: Api, { account, ...changes }: AccountChanges & { readonly account: string }): Account =>
    moveAccount(world, account, changes),
  completeOnboarding: ({ world }: Api, { account }: { readonly account: string }): Account => completeOnboarding(world, account),
  disconnectAccount: ({ world }: Api, { account }: { readonly account: string }): void => disconnectAccount(world, account),
  failApi: ({ world }: Api, fault: ApiFault): void => void world.behaviour.apiFaults.push(fault),
  releaseStalls: ({ stalls }: Api): void => stalls.release(),
  disturbEvents: ({ world }: Api, fault: EventFault): void => void world.behaviour.eventFaults.push(fault),
  clearFaults: ({ world, stalls }: Api): void => {
    Object.assign(world.behaviour, { apiFaults: [], eventFaults: [] })
    stalls.release()
  },
  setBehaviour: (
    { world }: Api,
    changes: Partial<Pick<Behaviour, 'answerMs' | 'holdsEvents' | 'retryMs' | 'settleSeconds' | 'webhooks'>>,
  ): void => {
    Object.assign(world.behaviour, changes)
    world.changed()
  },
  releaseEvents: ({ world }: Api, { order = 'recorded', copies = 1 }: Release): void => {
    const { deliveries } = world.state
    const ordered = order === 'reversed' ? deliveries.toReversed() : deliveries
    world.state.deliveries = ordered.flatMap((delivery) =>
      Array.from({ length: copies }, (_, at) => ({ ...delivery, id: `${delivery.id}${at || ''}` })),
    )
    world.behaviour.holdsEvents = false
    world.changed()
  },
  resendEvent: ({ world }: Api, { event: id, times = 1 }: { readonly event: string; readonly times?: number }): void => {
    const event = get(world, { kind: 'event' }, id)
    const endpoint = ownerOf(world, id) === PLATFORM ? 'platform' : 'connect'
    world.state.deliveries.push(...Array.from({ length: times }, () => deliveryOf(event, endpoint)))
    world.changed()
  },
  advanceClock: ({ world }: Api, { seconds }: { readonly seconds: number }): void => {
    world.state.clockOffsetSeconds += seconds
    runTasks(world)
    world.changed()
  },
  /** Idempotency keys are forgotten, as the processor does after a day. */
  forgetKeys: ({ world }: Api): void => {
    for (const key of Object.keys(world.state.answers)) Reflect.deleteProperty(world.state.answers, key)
  },
  readLog: presentLog,
} as const

/** The name of a control action. */
export type ControlAction = keyof typeof controlActions

function chargeAt(world: World, id: string): Charge {
  const intent = id.startsWith('pi_') ? get(world, { kind: 'payment_intent' }, id) : undefined
  return get(world, { kind: 'charge' }, intent?.latest_charge ?? id)
}
