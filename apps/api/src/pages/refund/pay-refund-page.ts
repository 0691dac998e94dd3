import { findRail } from '@gateway/chains/registry'
import { InvalidField, InvalidState } from '@gateway/domain/kernel/error'
import type { PayableRefund } from '@gateway/domain/payments/payable-refund'
import { getPayableRefund } from '@gateway/operations/payments/assisted/links/get-payable-refund'
import { nameByPayLink } from '@gateway/operations/payments/assisted/links/name-by-pay-link'
import { TooManyTransactions } from '@gateway/operations/payments/assisted/name-transaction-within'
import type { TransactionProblem } from '@gateway/pages/payments/assisted/assisted-view'
import { payRefundPage } from '@gateway/pages/payments/assisted/pay-refund-page'
import type { ServerContext } from '../../context.ts'
import { readForm } from '../../http/bodies/read-form.ts'
import { requireSameOrigin } from '../../http/require-same-origin.ts'
import type { Answer, ApiRequest, Route } from '../../http/route.ts'
import { answerPage } from '../page-answer.ts'
import { isTest, seePage, tokenOf, type Turn, withoutSpaces } from './refund-turn.ts'

const PATH = '/pay-refund/{token}'

/** The page on which a refund is paid from the merchant's own wallet. Its form names a transaction, which the chain alone can make count. */
export const payRefundPageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => answer({ api, request, typed: '' }) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

/** The token in the path takes the place of a form's own secret: no other page knows it. */
async function answerForm(api: ServerContext, request: ApiRequest): Promise<Answer> {
  requireSameOrigin(request.message, api.tokenKeys.issuer)
  const form = await readForm(request.message)
  const turn = { api, request, typed: withoutSpaces(form.get('tx_hash')) }
  if (turn.typed === '') return answer(turn, 'missing')
  try {
    await nameByPayLink(api, { token: tokenOf(turn), txHash: turn.typed })
  } catch (error) {
    if (error instanceof InvalidField) return answer(turn, error instanceof TooManyTransactions ? 'too_many' : 'malformed')
    // It was paid or has ended meanwhile, which its page says.
    if (!(error instanceof InvalidState)) throw error
  }
  return seePage(turn, '/pay-refund')
}

const answer = (turn: Turn, problem?: TransactionProblem): Promise<Answer> =>
  answerPage(turn.request, async ({ language, nonce }) => {
    const { api, typed } = turn
    const refund = await getPayableRefund(api, { token: tokenOf(turn) })
    const facts = { refund, isTestNetwork: isTest(refund), qrText: qrTextOf(api, refund), now: api.clock.now() }
    const page = payRefundPage({ language, nonce, ...facts, ...(problem && { typed, problem }) })
    return { page, status: problem === undefined ? 200 : 400 }
  })

/** The code asks for what is still open; null while there is nothing to pay. */
function qrTextOf({ rails }: Pick<ServerContext, 'rails'>, { asset, address, openUnits, paymentUri }: PayableRefund): string | null {
  const rail = findRail(rails, asset)
  return !rail || address === null || paymentUri === null ? null : rail.qrText({ asset, address, units: openUnits })
}
