import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { type AddressProblem, type RefundView } from '@gateway/pages/payments/refund/refund-view'
import { refundPage } from '@gateway/pages/payments/refund/refund-page'
import { claimRefund } from '@gateway/operations/payments/refunds/claim-refund'
import { getRefund } from '@gateway/operations/payments/refunds/get-refund'
import { reviewRefund } from '@gateway/operations/payments/refunds/review-refund'
import type { ServerContext } from '../context.ts'
import { readForm } from '../http/bodies/read-form.ts'
import { requireSameOrigin } from '../http/require-same-origin.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

const PATH = '/refund/{token}'

/** The page of a payer's refund link. Opening it changes nothing; only its form's last button claims the refund. */
export const refundPageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => answerStep(api, request, { show: { step: 'offer' } }) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

/** What the form has sent. */
interface Sent {
  readonly token: string
  readonly address: string
}

/** The token in the path stands for the form's own secret: whoever knows it may claim the refund. */
async function answerForm(api: ServerContext, request: ApiRequest): Promise<Answer> {
  requireSameOrigin(request.message, api.tokenKeys.issuer)
  const form = await readForm(request.message)
  const sent = { token: tokenOf(request), address: typedAddress(form.get('address')) }
  try {
    const step = steps[form.get('step') ?? ''] ?? steps['review']
    return await step(api, request, sent)
  } catch (error) {
    return answerRefused(api, request, { sent, error })
  }
}
