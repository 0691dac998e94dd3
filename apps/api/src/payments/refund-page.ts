import { AddressUnchecked, InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { PayerRefund } from '@gateway/domain/payments/payer-refund'
import { refundOwners } from '@gateway/operations/jobs/refund-owners'
import { claimRefund } from '@gateway/operations/payments/refunds/claim-refund'
import { getRefund } from '@gateway/operations/payments/refunds/get-refund'
import { reviewRefund } from '@gateway/operations/payments/refunds/review-refund'
import { refundPage } from '@gateway/pages/payments/refund/refund-page'
import type { AddressProblem, RefundView } from '@gateway/pages/payments/refund/refund-view'
import type { ServerContext } from '../context.ts'
import { readForm } from '../http/bodies/read-form.ts'
import { requireSameOrigin } from '../http/require-same-origin.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'
import { answerPayerForm, showPayerPage } from '../pages/refund/payer-refund-page.ts'
import { eitherOf, isTest, seePage, tokenOf, type Turn, withoutSpaces } from '../pages/refund/refund-turn.ts'

const PATH = '/refund/{token}'

/** The page of a payer's refund link. Opening it changes nothing, however often; only the last button of its form names an address. */
export const refundPageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => show({ api, request, typed: undefined }) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

const show = (turn: Turn<undefined>): Promise<Answer> =>
  eitherOf(
    () => showOffer(turn),
    () => showPayerPage(turn),
  )

/** The token in the path takes the place of a form's own secret: no other page knows it. */
async function answerForm(api: ServerContext, request: ApiRequest): Promise<Answer> {
  requireSameOrigin(request.message, api.tokenKeys.issuer)
  const form = await readForm(request.message)
  const turn = { api, request, typed: withoutSpaces(form.get('address')) }
  const step = form.get('step')
  return eitherOf(
    () => answerHeld(turn, step),
    () => answerPayerForm(turn, step),
  )
}

async function answerHeld(turn: Turn, step: string | null): Promise<Answer> {
  try {
    return await stepOf(step)(turn)
  } catch (error) {
    return answerRefused(turn, error)
  }
}

const stepOf = (name: string | null): ((turn: Turn) => Promise<Answer>) => (name === 'claim' ? claim : name === 'edit' ? showOffer : review)

/** Asks for the address, with the typed one. */
const showOffer = (turn: Turn<string | undefined>): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', ...(turn.typed !== undefined && { typed: turn.typed }) }))

/** Checks the address and asks whether to send there. */
async function review(turn: Turn): Promise<Answer> {
  const { api, typed } = turn
  if (typed === '') return answerStep(turn, () => ({ step: 'offer', problem: 'missing' }), 400)
  const { address } = await reviewRefund(api, refundOwners, { token: tokenOf(turn), address: typed })
  return answerStep(turn, () => ({ step: 'review', address, holdHours: api.refundHoldHours, now: api.clock.now() }))
}

/** Claims the refund, and leads back to its page, so that a reload sends nothing again. */
async function claim(turn: Turn): Promise<Answer> {
  const { api, typed } = turn
  await claimRefund(api, refundOwners, { token: tokenOf(turn), address: typed, holdHours: api.refundHoldHours, by: 'payer' })
  return seePage(turn, '/refund')
}

/** What a refusal shows: the form with the problem of the address, or the progress of the refund meanwhile. */
async function answerRefused(turn: Turn, error: unknown): Promise<Answer> {
  if (error instanceof InvalidAddress) return askAgain(turn, turn.typed === '' ? 'missing' : error.fault, 400)
  if (error instanceof AddressUnchecked) return askAgain(turn, 'unchecked', 503)
  if (!(error instanceof InvalidState)) throw error
  const { address } = await getRefund(turn.api, refundOwners, { token: tokenOf(turn) })
  if (isSame(address, turn.typed)) return seePage(turn, '/refund')
  return answerStep(turn, (refund) => ({ step: 'progress', isTaken: refund.address !== null }), 400)
}

const askAgain = (turn: Turn, problem: AddressProblem, status: number): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', typed: turn.typed, problem }), status)

/** Witness addresses may be typed in upper case. */
const isSame = (named: string | null, typed: string): boolean => named !== null && (named === typed || named === typed.toLowerCase())

/** The page of the refund as it is now. */
const answerStep = (turn: Turn<unknown>, showing: (refund: PayerRefund) => RefundView['show'], status = 200): Promise<Answer> =>
  answerPage(turn.request, async ({ language, nonce }) => {
    const refund = await getRefund(turn.api, refundOwners, { token: tokenOf(turn) })
    return { status, page: refundPage({ language, nonce, refund, isTestNetwork: isTest(refund), show: showing(refund) }) }
  })
