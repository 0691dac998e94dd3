import type { Attention } from '@gateway/contract/portal/attention'
import type { EndpointHealth } from '@gateway/contract/portal/webhooks'
import { type AttentionRow, findAttention } from '@gateway/db/payments/attention-queries'
import { holdEndings, shownHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Context } from '../../kernel/context.ts'
import { findEndpointHealth } from '../../webhooks/portal/find-endpoint-health.ts'
import { decisionsByReason } from '../summary/decisions-by-reason.ts'
import { type PortalRequest, portalScope } from './portal-scope.ts'

const MOST_OF_A_KIND = 50

type Steps = Attention['steps']

/** What happens by itself meanwhile, by the first word of the reason. */
const meanwhile: Readonly<Record<string, Steps>> = { offered_back_until: ['wait_for_payer'], goes_back_from: ['wait'] }

/**
 * What of a business needs attention: a receiver that does not answer, then money that waits for a decision or for its payout, oldest first.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listAttention(ctx: Pick<Context, 'orm' | 'clock'>, request: PortalRequest): Promise<Attention[]> {
  const { scope } = await portalScope(ctx, request)
  const [rows, endpoint] = await Promise.all([
    findAttention(ctx.orm.em.fork(), { scope, most: MOST_OF_A_KIND }),
    findEndpointHealth(ctx, { businessId: scope.businessId }),
  ])
  return [...receiverProblem(endpoint), ...rows.map(attentionOf)]
}

/** States in which deliveries wait for a receiver. */
const failing: ReadonlySet<string> = new Set(['gone', 'given_up', 'down', 'recovering'] satisfies EndpointHealth['health'][])

function receiverProblem({ health, disabledAt, failingSince }: EndpointHealth): Attention[] {
  const since = disabledAt ?? failingSince
  if (!failing.has(health) || since === null) return []
  return [{ kind: 'webhook_failing', paymentId: null, money: null, reason: health, since, steps: ['repair_receiver'] }]
}

const attentionOf = ({ kind, payment, asset, units, reason, since }: AttentionRow): Attention => ({
  kind,
  paymentId: payment,
  money: { asset, units: BigInt(units) },
  reason: shownWaitingReason(reason),
  since,
  steps: kind === 'underpaid' ? ['wait_for_payer'] : stepsOf(reason),
})

/** The reason of money that waits as its merchant reads it: a code, without the moments and addresses that follow some. */
export function shownWaitingReason(reason: string): string {
  const [word = ''] = reason.split(/[ :]/)
  return word in decisionsByReason || word === 'return_waits' || word === 'waits_for_earlier_round' ? word : shownHoldReason(reason)
}

function stepsOf(reason: string): Steps {
  const [word = ''] = reason.split(/[ :]/)
  const known = decisionsByReason[word]
  if (known) return [...(meanwhile[word] ?? []), ...known]
  return Object.entries(holdEndings).some(([name, ending]) => name === word && ending !== 'itself') ? ['ask_operator'] : ['wait']
}
