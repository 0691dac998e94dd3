import { FeeCapsEnv, NodesEnv, RailsEnv } from '@gateway/chains/env'
import { InvoiceNodeEnv, PayNodeEnv } from '@gateway/chains/lightning/settings'
import type { ByChain } from '@gateway/chains/settings'
import { DatabaseEnv } from '@gateway/db/env'
import { PlansEnv } from '@gateway/operations/businesses/env'
import { ProcessorDecisionsEnv } from '@gateway/operations/cards/env'
import { CustodyEnv, CustodyFactsEnv, PartyTokenEnv, RefundHoldEnv, WalletDelayEnv } from '@gateway/operations/custody/env'
import { EmailLimitsEnv } from '@gateway/operations/accounts/env'
import { EgressEnv, MetricsEnv, PublicUrlEnv, SealingEnv, TemporalEnv } from '@gateway/operations/kernel/env'
import { IssuerEnv } from '@gateway/operations/identity/env'
import { LightningRoleEnv } from '@gateway/operations/lightning/env'
import { ForwardingEnv, PaymentRulesEnv } from '@gateway/operations/payments/env'
import { MailEnv } from '@gateway/providers/email/env'
import { feedProblems, RateFeedsEnv, RatesEnv } from '@gateway/providers/rates/env'
import { StripeEnv } from '@gateway/providers/stripe/settings'
import { BadSettings, type Environment, readChainSettings, readSettings } from '@gateway/operations/kernel/settings'
import { z } from 'zod'
import { ChainRoleEnv, type Role, SignerRoleEnv, WebhooksRoleEnv, WorkerEnv } from './env.ts'

const CommonEnv = z.object({
  ...WorkerEnv.shape,
  ...DatabaseEnv.shape,
  ...TemporalEnv.shape,
  ...RailsEnv.shape,
  ...RatesEnv.shape,
  ...EgressEnv.shape,
  ...MetricsEnv.shape,
  ...PublicUrlEnv.shape,
  ...ForwardingEnv.shape,
})

/** Further settings of each role; a process does not even parse the secrets of other roles. */
const roleEnv = {
  payments: z.object({}),
  relay: z.object({}),
  chain: z.object({ ...NodesEnv.shape, ...ChainRoleEnv.shape, ...InvoiceNodeEnv.shape }),
  lightning: z.object({ ...PayNodeEnv.shape, ...LightningRoleEnv.shape }),
  issuer: IssuerEnv,
  webhooks: z.object({ ...WebhooksRoleEnv.shape, ...MailEnv.shape, ...EmailLimitsEnv.shape }),
  rates: RateFeedsEnv,
  processor: z.object({ ...StripeEnv.shape, ...ProcessorDecisionsEnv.shape, ...SealingEnv.shape, ...EmailLimitsEnv.shape }),
  series: z.object({
    ...CustodyFactsEnv.shape,
    ...PartyTokenEnv.shape,
    ...SealingEnv.shape,
    ...EmailLimitsEnv.shape,
    ...PlansEnv.shape,
    ...PaymentRulesEnv.shape,
  }),
  signer: z.object({
    ...CustodyEnv.shape,
    ...FeeCapsEnv.shape,
    ...RefundHoldEnv.shape,
    ...WalletDelayEnv.shape,
    ...PartyTokenEnv.shape,
    ...SignerRoleEnv.shape,
  }),
} as const satisfies Record<Role, z.ZodType>

/** Settings of a role. */
export type RoleConfig<R extends Role> = ByChain<z.output<(typeof roleEnv)[R]>>

type CommonConfig = ByChain<z.output<typeof CommonEnv>>

/** Every setting of a worker process: the common ones, and those of its roles. */
export interface Config {
  readonly common: CommonConfig
  /** @throws {BadSettings} naming the missing settings. */
  forRole<R extends Role>(role: R): RoleConfig<R>
}

/**
 * Reads the settings from an environment; empty values count as absent.
 * @throws {BadSettings} naming every missing or invalid variable of the common part.
 */
export function readConfig(environment: Environment = process.env): Config {
  const common = readChainSettings(CommonEnv, environment)
  const problems = [...listenerProblems(common), ...productionProblems(common), ...ratesProblems(common, environment)]
  if (problems.length > 0) throw new BadSettings(problems)
  return {
    common,
    // The table pairs each role with the schema of its own output type, which a generic lookup cannot express.
    forRole: <R extends Role>(role: R) =>
      readChainSettings(roleEnv[role] as unknown as z.ZodType<z.output<(typeof roleEnv)[R]>>, environment),
  }
}

function listenerProblems({ WORKER_ROLES, METRICS_PORT, TEMPORAL_METRICS_PORT }: CommonConfig): string[] {
  if (!WORKER_ROLES.includes('signer')) return []
  const ports = Object.entries({ METRICS_PORT, TEMPORAL_METRICS_PORT }).filter(([, port]) => port !== undefined)
  return ports.map(([name]) => `${name}: a process with the signer has no listener`)
}

/** Without fixed prices enough sources must be configured to agree. */
function ratesProblems({ WORKER_ROLES, STATIC_RATES, NODE_ENV }: CommonConfig, environment: Environment): string[] {
  if (!WORKER_ROLES.includes('rates') || Object.keys(STATIC_RATES).length > 0) return []
  return feedProblems(readSettings(RateFeedsEnv, environment), NODE_ENV === 'production')
}

function productionProblems(common: CommonConfig): string[] {
  if (common.NODE_ENV !== 'production') return []
  return [
    ...(common.EGRESS_ALLOW.length > 0 ? ['EGRESS_ALLOW: is refused in production'] : []),
    ...(common.FAILPOINT === undefined ? [] : ['FAILPOINT: is refused in production']),
    ...(common.WORKER_ROLES.length > 1 ? rolesAlone.filter((role) => common.WORKER_ROLES.includes(role)) : []).map(
      (role) => `WORKER_ROLES: the role ${role} runs alone in production`,
    ),
  ]
}

/** The roles whose secrets no other role may share a process with. */
const rolesAlone = ['signer', 'lightning', 'issuer'] as const satisfies readonly Role[]
