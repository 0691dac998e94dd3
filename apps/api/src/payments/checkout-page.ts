import { isMainNetwork } from '@gateway/chains/definitions/main-networks'
import { findRail, type Rails } from '@gateway/chains/registry'
import { presentCheckout } from '@gateway/contract/checkout'
import { PaymentRef } from '@gateway/contract/payment-inputs'
import { presentTime } from '@gateway/contract/wire/time'
import { NotFound } from '@gateway/domain/kernel/error'
import { askedUnits } from '@gateway/domain/payments/rules'
import { viewCheckout } from '@gateway/operations/payments/reading/get-payment'
import type { CheckoutInput } from '@gateway/pages/payments/checkout'
import { checkoutPage } from '@gateway/pages/payments/checkout-page'
import { unknownPaymentPage } from '@gateway/pages/payments/unknown-payment-page'
import type { ServerContext } from '../context.ts'
import { admit, countGuess } from '../http/limits/admission.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import type { ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

/** The hosted checkout of a payment, for everybody with its unguessable id; counted like the public view it shows. */
export const checkoutRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/pay/{id}',
  cors: false,
  isCounted: true,
  answer: (request) =>
    answerPage(request, async (turn) => {
      const seen = await findCheckout(api, request)
      if (!seen) return { status: 404, page: unknownPaymentPage(turn) }
      return { page: checkoutPage({ ...turn, ...factsOfPage(api.rails, seen), now: presentTime(api.clock.now()) }) }
    }),
})

type SeenPayment = Awaited<ReturnType<typeof viewCheckout>>

/** Undefined for an id that names no payment, however it is written; guesses count against the limit of their address. */
async function findCheckout(api: ServerContext, { params, message, reply }: ApiRequest): Promise<SeenPayment | undefined> {
  const incoming = { ...api, reply, address: clientAddressOf(message, api.trustedProxies) }
  const id = params['id'] ?? ''
  admit(incoming, 'polling', id)
  try {
    return await viewCheckout(api, PaymentRef.parse({ id }))
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    countGuess(incoming, id)
    return undefined
  }
}

type PageFacts = Pick<CheckoutInput, 'payment' | 'qrText' | 'explorerTx' | 'isTest'>

/** Everything that the rail of a payment adds to its view. The code asks for the amount still due. */
function factsOfPage(rails: Rails, seen: SeenPayment): PageFacts {
  const payment = presentCheckout(seen)
  const rail = findRail(rails, payment.blockchain)
  if (!rail) return { payment, qrText: payment.payment_uri, explorerTx: undefined, isTest: !payment.livemode }
  const { asset, address, ...amounts } = seen.facts.payment
  return {
    payment,
    qrText: rail.qrText({ asset, address, units: askedUnits(amounts) }),
    explorerTx: rail.explorerTx,
    isTest: !payment.livemode || !isMainNetwork(rail),
  }
}
