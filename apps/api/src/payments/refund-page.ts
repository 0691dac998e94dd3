import { isMainNetwork } from '@gateway/chains/definitions/main-networks'
import { AddressUnchecked, InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { assetOf } from '@gateway/domain/money/asset'
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

const PATH = '/refund/{token}'

/** The page of a payer's refund link. Opening it changes nothing, however often; only the last button of its form claims the refund. */
export const refundPageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => showOffer({ api, request, address: undefined }) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

/** A request with the address that was typed; undefined before anything was. */
interface Turn<Address = string> {
  readonly api: ServerContext
  readonly request: ApiRequest
  readonly address: Address
}

/** The token in the path takes the place of a form's own secret: no other page knows it. */
async function answerForm(api: ServerContext, request: ApiRequest): Promise<Answer> {
  requireSameOrigin(request.message, api.tokenKeys.issuer)
  const form = await readForm(request.message)
  const turn = { api, request, address: withoutSpaces(form.get('address') ?? '') }
  try {
    return await stepOf(form.get('step'))(turn)
  } catch (error) {
    return answerRefused(turn, error)
  }
}

/** Wallets show addresses in groups; no address contains a space. */
const withoutSpaces = (typed: string): string => typed.replace(/\s+/gu, '')

const stepOf = (name: string | null): ((turn: Turn) => Promise<Answer>) => (name === 'claim' ? claim : name === 'edit' ? showOffer : review)

/** Asks for the address, with the typed one. */
const showOffer = (turn: Turn<string | undefined>): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', ...(turn.address !== undefined && { typed: turn.address }) }))

/** Checks the address and asks whether to send there. */
async function review(turn: Turn): Promise<Answer> {
  const { api, address: typed } = turn
  if (typed === '') return answerStep(turn, () => ({ step: 'offer', problem: 'missing' }), 400)
  const { address } = await reviewRefund(api, refundOwners, { token: tokenOf(turn), address: typed })
  return answerStep(turn, () => ({ step: 'review', address, holdHours: api.refundHoldHours, now: api.clock.now() }))
}

/** Claims the refund, and leads back to its page, so that a reload sends nothing again. */
async function claim(turn: Turn): Promise<Answer> {
  const { api, address } = turn
  await claimRefund(api, refundOwners, { token: tokenOf(turn), address, holdHours: api.refundHoldHours, by: 'payer' })
  return seeRefund(turn)
}

/** What a refusal shows: the form with the problem of the address, or the progress of the refund meanwhile. */
async function answerRefused(turn: Turn, error: unknown): Promise<Answer> {
  if (error instanceof InvalidAddress) return askAgain(turn, turn.address === '' ? 'missing' : error.fault, 400)
  if (error instanceof AddressUnchecked) return askAgain(turn, 'unchecked', 503)
  if (!(error instanceof InvalidState)) throw error
  const { address } = await getRefund(turn.api, refundOwners, { token: tokenOf(turn) })
  if (isSame(address, turn.address)) return seeRefund(turn)
  return answerStep(turn, (refund) => ({ step: 'progress', isTaken: refund.address !== null }), 400)
}

const askAgain = (turn: Turn, problem: AddressProblem, status: number): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', typed: turn.address, problem }), status)

/** Witness addresses may be typed in upper case. */
const isSame = (named: string | null, typed: string): boolean => named !== null && (named === typed || named === typed.toLowerCase())

/** The page of the refund as it is now. */
const answerStep = (turn: Turn<unknown>, showing: (refund: PayerRefund) => RefundView['show'], status = 200): Promise<Answer> =>
  answerPage(turn.request, async ({ language, nonce }) => {
    const refund = await getRefund(turn.api, refundOwners, { token: tokenOf(turn) })
    return { status, page: refundPage({ language, nonce, refund, isTestNetwork: isTest(refund), show: showing(refund) }) }
  })

const isTest = ({ asset, network }: PayerRefund): boolean => !isMainNetwork({ chain: assetOf(asset).chain, network })

/** 303: the browser asks for the page anew (RFC 9110 §15.4.4), in the language it had. */
function seeRefund(turn: Turn): Answer {
  const { search } = turn.request
  const location = `/refund/${encodeURIComponent(tokenOf(turn))}${search === '' ? '' : `?${search}`}`
  return { status: 303, type: 'text/plain; charset=utf-8', body: 'The refund is claimed.\n', headers: { Location: location } }
}

const tokenOf = ({ request }: Pick<Turn<unknown>, 'request'>): string => request.params['token'] ?? ''
