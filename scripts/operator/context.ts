import { NodesEnv, RailsEnv } from '@gateway/chains/env'
import type { Rail } from '@gateway/chains/rail'
import type { Rails } from '@gateway/chains/registry'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { createNode } from '@gateway/chains/nodes'
import type { AddressUse } from '@gateway/domain/custody/address-use'
import { DatabaseEnv } from '@gateway/db/env'
import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { EmailLimitsEnv, OperatorSessionEnv, ThrottlesEnv, TokenKeyEnv } from '@gateway/operations/accounts/env'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { AskChain, Context } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { PublicUrlEnv, SealingEnv } from '@gateway/operations/kernel/env'
import { createLog } from '@gateway/operations/kernel/log'
import { RefundHoldEnv } from '@gateway/operations/custody/env'
import { ForwardingEnv, RefundLinkEnv, TemporalUiEnv } from '@gateway/operations/payments/env'
import { AddressByChain, AddressesByChain, type Environment, readChainSettings, readRails } from '@gateway/operations/kernel/settings'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import type { EmailLimits } from '@gateway/domain/accounts/email'
import type { Throttles } from '@gateway/domain/accounts/throttle'
import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { devnetContracts } from '../stack/chain-contracts.ts'
import { dataDirOf, readDevFile } from '../stack/dev-file.ts'
import { chainsOf, eachNode } from '../stack/each-chain.ts'
import { openSecrets } from '../stack/secrets.ts'
import { chainSettings, nodeUrls } from '../stack/settings.ts'
import type { CommandRole } from './command.ts'

const Env = z.object({
  ...DatabaseEnv.shape,
  ...RailsEnv.shape,
  ...NodesEnv.shape,
  ...ForwardingEnv.shape,
  ...RefundHoldEnv.shape,
  ...RefundLinkEnv.shape,
  ...TemporalUiEnv.shape,
  ...PublicUrlEnv.shape,
  ...SealingEnv.partial().shape,
  ...TokenKeyEnv.partial().shape,
  ...ThrottlesEnv.shape,
  ...EmailLimitsEnv.shape,
  ...OperatorSessionEnv.shape,
  PLATFORM_ADDRESSES: AddressesByChain.prefault('{}'),
  DECIDER_ADDRESSES: AddressByChain.prefault('{}'),
})

type AddressLists = Readonly<Partial<Record<ChainCode, readonly string[]>>>
type Addresses = Readonly<Partial<Record<ChainCode, string>>>

/** The context of an operator's decision. It needs no rates, because the operator judges the value. */
export type OperatorContext = Context & {
  /** The platform's own accounts, which no refund goes to; none without their settings, and then the signer alone refuses them. */
  readonly custody: { readonly platformAddresses: AddressLists; readonly deciderAddresses: Addresses }
  /** Asks the node itself. @throws {Error} as `openNode`. */
  readonly askChain: AskChain
  /** Refund hold, in hours. */
  readonly returnHoldHours: number
  /** Validity of a payer's refund link, in days. */
  readonly returnLinkDays: number
  /** Seals e-mails to the role that sends them; without it none can be queued. */
  readonly webhookSealingKey: KeyObject | undefined
  /** Signs operators in; without it nobody can log in here. */
  readonly merchantTokenKey: KeyObject | undefined
  readonly throttles: Throttles
  readonly emailLimits: EmailLimits
  /** The file of the operator's session. */
  readonly sessionFile: string
  /** URL of the payments namespace in the Temporal UI. */
  readonly temporalUi: string | undefined
  /** The node of a chain. @throws {Error} when the chain is not served, or the setting of its node is missing. */
  openNode(chain: string): ChainNode
  close(): Promise<void>
}

/**
 * Opens the database of `DATABASE_URL` with the chains of the environment; without it, those of the running development stack.
 *
 * @param role - Whose rights the command has.
 * @throws {Error} without either; {BadSettings} when a setting is missing.
 */
export async function openOperator(environment: Environment, role: CommandRole = 'operator'): Promise<OperatorContext> {
  const settings = readChainSettings(Env, environment['DATABASE_URL'] ? environment : developmentOf(environment))
  const orm = await openOrm({ url: role === 'owner' ? settings.DATABASE_URL : loginAs(role, settings.DATABASE_URL), poolSize: 1 })
  const rails = readRails(settings)
  const nodeOf = (rail: Rail): ChainNode => createNode(rail, settings)
  return {
    custody: { platformAddresses: settings.PLATFORM_ADDRESSES, deciderAddresses: settings.DECIDER_ADDRESSES },
    askChain: ({ chain, address }) => askNode(nodeOf(railNamed(rails, chain)), address),
    orm,
    clock: systemClock,
    ids: cryptoIds,
    log: createLog(process.stderr),
    rails,
    rates: { findPrice: async () => undefined },
    forwardCostMultiple: settings.FORWARD_COST_MULTIPLE,
    publicUrl: settings.PUBLIC_BASE_URL,
    failpoint: () => {},
    returnHoldHours: settings.RETURN_HOLD_HOURS,
    returnLinkDays: settings.RETURN_LINK_DAYS,
    webhookSealingKey: settings.WEBHOOK_SEALING_KEY,
    merchantTokenKey: settings.MERCHANT_TOKEN_KEY,
    throttles: settings.THROTTLES,
    emailLimits: settings.EMAIL_LIMITS,
    sessionFile: settings.OPERATOR_SESSION_FILE,
    temporalUi: settings.TEMPORAL_UI_URL,
    openNode: (chain) => nodeOf(railNamed(rails, chain)),
    close: () => orm.close(),
  }
}

function railNamed(rails: Rails, chain: string): Rail {
  const rail = [...rails.values()].find((served) => served.chain === chain)
  if (!rail) throw new Error(`${chain} is not one of the served chains: ${[...rails.keys()].join(', ')}`)
  return rail
}

async function askNode(node: ChainNode, address: string): Promise<AddressUse | undefined> {
  const [use] = (await node.readUses?.([address])) ?? []
  return use
}

function developmentOf(environment: Environment): Environment {
  const { api, postgres, chains, temporal } = readDevFile(environment)
  const dataDir = dataDirOf(environment)
  const secrets = openSecrets(dataDir)
  return {
    ...(environment['RETURN_HOLD_HOURS'] !== undefined && { RETURN_HOLD_HOURS: environment['RETURN_HOLD_HOURS'] }),
    DATABASE_URL: postgres,
    PUBLIC_BASE_URL: api,
    WEBHOOK_SEALING_KEY: secrets.webhookSealingKey,
    MERCHANT_TOKEN_KEY: secrets.merchantTokenKey,
    OPERATOR_SESSION_FILE: environment['OPERATOR_SESSION_FILE'] || join(dataDir, 'operator-session.json'),
    TEMPORAL_UI_URL: `${temporal.ui}/namespaces/default`,
    ...chainSettings({ chains: chainsOf(chains), contracts: devnetContracts }),
    ...nodeUrls({ chains: chainsOf(chains), rpc: eachNode(chains, ({ rpc }) => rpc) }),
  }
}
