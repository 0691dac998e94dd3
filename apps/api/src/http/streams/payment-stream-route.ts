import { PaymentRef } from '@gateway/contract/payment-inputs'
import { presentPublicChange } from '@gateway/contract/payments'
import { AppsRefused } from '@gateway/domain/accounts/errors'
import { type Actor, mayUse } from '@gateway/domain/accounts/merchant'
import { authenticateBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { mayRead } from '@gateway/operations/businesses/business-scope'
import { viewPayment } from '@gateway/operations/payments/reading/get-payment'
import { contextOf, type RequestContext, type ServerContext } from '../../context.ts'
import { paymentQrUrl } from '../../qr.ts'
import { admit, callerOf, countRefused } from '../limits/admission.ts'
import { droppingDeadSession } from '../session-cookie.ts'
import { HttpRefusal, type Refusal } from '../errors/errors.ts'
import type { Follower } from './payment-streams.ts'
import type { Route } from '../route.ts'

const LAST_EVENT = /^\d{1,9}$/
const streamsFull: Refusal = {
  status: 503,
  code: 'STREAMS_FULL',
  message: 'Too many streams are open at the moment; read the payment instead',
}

/** The stream of a payment: every event with the payment at that time, until its final state. It begins within `answerMs`. */
export const paymentStreamRoute = (api: ServerContext, answerMs: number): Route => ({
  method: 'GET',
  path: '/api/payments/{id}/events',
  cors: true,
  isCounted: true,
  answerMs,
  answer: async (request) => {
    const ctx = contextOf(api, request)
    const actor = await admittedActor(ctx)
    const caller = callerOf({ ...ctx, actor })
    if (api.streams.isFull(caller)) throw new HttpRefusal(streamsFull)
    const { id } = PaymentRef.parse({ id: request.params['id'] })
    const show = await viewFor(actor, api, id)
    const lastEvent = String(request.message.headers['last-event-id'] ?? '')
    const follower = { paymentId: id, after: LAST_EVENT.test(lastEvent) ? Number(lastEvent) : undefined, show, caller, actor }
    return {
      status: 200,
      body: '',
      type: 'text/event-stream',
      headers: { 'X-Accel-Buffering': 'no' },
      stream: (response) => api.streams.follow(follower, response),
    }
  },
})

/** The actor of the optional credential. @throws {AppsRefused} */
async function admittedActor(ctx: RequestContext): Promise<Actor | undefined> {
  const actor = await countRefused(ctx, droppingDeadSession(ctx, authenticateBearer(ctx, ctx.credential)))
  admit({ ...ctx, actor }, actor ? 'default' : 'public')
  if (actor?.kind === 'app') throw new AppsRefused()
  return actor
}

type Followed = Parameters<Follower['show']>[0]

/** The whole payment for its merchant, the public view for all others; its image asks for what each event says is due. @throws {NotFound} */
async function viewFor(actor: Actor | undefined, api: ServerContext, id: string): Promise<Follower['show']> {
  const { facts, businessName } = await viewPayment(api, { id })
  // Wallets of some chains read nothing but an address.
  const asksByAddress = facts.qrText === facts.payment.address
  const qrOf = ({ payment_address: address, payment_uri: uri }: Followed) => paymentQrUrl({ qrText: asksByAddress ? address : uri })
  const isOwn = actor !== undefined && mayUse(actor, 'payments:read') && mayRead(actor, facts.payment)
  return (payment) => {
    const qr_code = qrOf(payment)
    return isOwn ? { ...payment, qr_code } : presentPublicChange(payment, { qr_code, business_name: businessName })
  }
}
