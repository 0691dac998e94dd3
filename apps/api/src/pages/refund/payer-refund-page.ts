import { AddressUnchecked, InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { PayableRefund } from '@gateway/domain/payments/payable-refund'
import { getPayableRefund } from '@gateway/operations/payments/assisted/links/get-payable-refund'
import { nameRefundAddress } from '@gateway/operations/payments/assisted/links/name-refund-address'
import { reviewRefundAddress } from '@gateway/operations/payments/assisted/links/review-refund-address'
import type { PayerPageView } from '@gateway/pages/payments/assisted/assisted-view'
import { payerRefundPage } from '@gateway/pages/payments/assisted/payer-refund-page'
import type { AddressProblem } from '@gateway/pages/payments/refund/refund-view'
import type { Answer } from '../../http/route.ts'
import { answerPage } from '../page-answer.ts'
import { isTest, seePage, tokenOf, type Turn } from './refund-turn.ts'

/** Answers with the payer's page of a refund that the merchant pays, and the typed address in its form. */
export const showPayerPage = (turn: Turn<string | undefined>): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', ...(turn.typed !== undefined && { typed: turn.typed }) }))

/** Answers a step of the form on that page. Only the last one names the address. */
export async function answerPayerForm(turn: Turn, step: string | null): Promise<Answer> {
  try {
    return await stepOf(step)(turn)
  } catch (error) {
    return answerRefused(turn, error)
  }
}

const stepOf = (name: string | null): ((turn: Turn) => Promise<Answer>) =>
  name === 'claim' ? claim : name === 'edit' ? showPayerPage : review

/** Checks the address and asks whether it is the right one. */
async function review(turn: Turn): Promise<Answer> {
  const { api, typed } = turn
  if (typed === '') return askAgain(turn, 'missing', 400)
  const { address } = await reviewRefundAddress(api, { token: tokenOf(turn), address: typed })
  return answerStep(turn, () => ({ step: 'review', address }))
}

/** Names the address, and leads back to the page, so that a reload sends nothing again. */
async function claim(turn: Turn): Promise<Answer> {
  await nameRefundAddress(turn.api, { token: tokenOf(turn), address: turn.typed, by: 'payer' })
  return seePage(turn, '/refund')
}

/** What a refusal shows: the form with the problem of the address, or the progress of the refund meanwhile. */
async function answerRefused(turn: Turn, error: unknown): Promise<Answer> {
  if (error instanceof InvalidAddress) return askAgain(turn, turn.typed === '' ? 'missing' : error.fault, 400)
  if (error instanceof AddressUnchecked) return askAgain(turn, 'unchecked', 503)
  if (!(error instanceof InvalidState)) throw error
  return answerStep(turn, (refund) => ({ step: 'progress', isTaken: refund.address !== null }), 400)
}

const askAgain = (turn: Turn, problem: AddressProblem, status: number): Promise<Answer> =>
  answerStep(turn, () => ({ step: 'offer', typed: turn.typed, problem }), status)

/** The page of the refund as it is now. */
const answerStep = (turn: Turn<unknown>, showing: (refund: PayableRefund) => PayerPageView['show'], status = 200): Promise<Answer> =>
  answerPage(turn.request, async ({ language, nonce }) => {
    const refund = await getPayableRefund(turn.api, { token: tokenOf(turn) })
    const now = turn.api.clock.now()
    return { status, page: payerRefundPage({ language, nonce, now, refund, isTestNetwork: isTest(refund), show: showing(refund) }) }
  })
