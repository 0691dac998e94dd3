import { findRail } from '@gateway/chains/registry'
import type { Plan, PlanCode } from '@gateway/domain/businesses/plan'
import { type AssetCode, assetCodes } from '@gateway/domain/money/asset'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'
import type { ServerContext } from '../context.ts'
import type { Limits } from '../http/limits/limits.ts'

/** What the documentation says of this deployment, and not of the product. */
export interface Deployment {
  readonly origin: string
  /** The assets it serves, in the order of the asset table. */
  readonly assets: readonly AssetCode[]
  /** The assets whose held money can be returned to a payer; that of the others can go to its merchant only. */
  readonly refundable: readonly AssetCode[]
  readonly plans: Readonly<Record<PlanCode, Plan>>
  readonly rules: PaymentRules
  readonly windowSeconds: number
  readonly limits: Limits
}

/** The deployment of a server. */
export const deploymentOf = (api: ServerContext): Deployment => ({
  origin: api.tokenKeys.issuer,
  assets: assetCodes.filter((asset) => findRail(api.rails, asset) !== undefined),
  refundable: assetCodes.filter((asset) => findRail(api.rails, asset)?.addressing === 'pool'),
  plans: api.plans,
  rules: api.paymentRules.rules,
  windowSeconds: api.paymentWindowSeconds,
  limits: api.limiter.limits,
})
