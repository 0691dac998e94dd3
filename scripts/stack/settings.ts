import { type DevnetChain, devnetChains, driverOf } from '@gateway/devnet/chains'
import { resolve } from 'node:path'
import { type ChainContracts, usdcOf } from './chain-contracts.ts'
import { type LightningPlace, invoiceNodeSettings, payNodeSettings } from './lightning-settings.ts'
import { processorEventSettings, processorSettings } from './cards.ts'
import type { BuiltPrograms } from './programs.ts'
import type { Secrets } from './secrets.ts'

/** The servers and options of a gateway that serves some chains. */
export interface ServedSurroundings {
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly temporalNamespace: string
  /** The chains that it serves; all of the devnet when absent. */
  readonly chains?: readonly DevnetChain[]
  /** The node of each served chain. */
  readonly rpc: Readonly<Partial<Record<DevnetChain, string>>>
  readonly contracts: ChainContracts
  readonly platformAddresses: Readonly<Partial<Record<DevnetChain, string>>>
  readonly dataDir: string
  /** Origin of the API; its port is the one that the API listens on. */
  readonly publicUrl: string
  readonly secrets: Secrets
  /** Milliseconds between two polls of a node. */
  readonly pollMs: number
  /** Refund hold in hours; the product's default when absent. */
  readonly returnHoldHours?: number
  /** Requests a minute, by rate limit; the product's defaults when absent. */
  readonly rateLimits?: Readonly<Record<string, number>>
  /** Rate sources of the worker; fixed rates when absent. */
  readonly rateSources?: Settings
  /** Attempts, by throttle; the product's defaults when absent. */
  readonly throttles?: Readonly<Record<string, number>>
  /** E-mails to strangers in a day, by limit; the product's defaults when absent. */
  readonly emailLimits?: Readonly<Record<string, number>>
  /** Differences from the default plans. */
  readonly plans?: Readonly<Record<string, object>>
  /** Mail server; e-mails are written to a file when absent. */
  readonly smtpUrl?: string
  /** Folder of the files of the start page; without it there is none. */
  readonly startFolder?: string | undefined
  /** Where the Temporal UI shows the namespace; with it the API has an operator area. */
  readonly temporalUi?: string | undefined
  /** Folder of the built portal; without it there is none. */
  readonly portalFolder?: string | undefined
  /** Consecutive failures that open an endpoint's circuit; the product's default when absent. */
  readonly webhookFailures?: number
  /** The double of the card processor; cards are not served when absent. */
  readonly stripeUrl?: string
  /** The Lightning node; Lightning is not served when absent. */
  readonly lightning?: LightningPlace
  /** Bundled programs; started from source when absent. */
  readonly built?: BuiltPrograms
}

/** The servers and options of a gateway that serves every chain of the devnet. */
export interface Surroundings extends ServedSurroundings {
  readonly platformAddresses: Readonly<Record<DevnetChain, string>>
}

/** What the settings of a devnet's chains depend on. */
type ChainGround = Pick<ServedSurroundings, 'chains' | 'contracts'>

/** The inputs of sealing a seed. */
export type CustodyGround = Pick<ServedSurroundings, 'dataDir' | 'chains' | 'contracts' | 'secrets'>

/** The public data of the sealed seed. */
export interface CustodyPublic {
  readonly poolPublicKey: string
  readonly gasPayerAddresses: Readonly<Record<string, string>>
  readonly deciderAddresses: Readonly<Record<string, string>>
}

/** Settings of one process; no process gets another's secrets. */
export type Settings = Readonly<Record<string, string>>

const STATIC_RATES = JSON.stringify({
  'BTC/USD': '60000',
  'ETH/USD': '3000',
  'USDC/USD': '1',
  'BCH/USD': '500',
  'POL/USD': '0.5',
  'SOL/USD': '150',
  'DOGE/USD': '0.15',
  'XRP/USD': '0.6',
  'ADA/USD': '0.45',
  'BNB/USD': '600',
  'USDT/USD': '1',
  'USD/EUR': '0.92',
  'USD/GBP': '0.78',
  'USD/CAD': '1.37',
  'USD/AUD': '1.52',
  'USD/JPY': '151.3',
  'USD/CHF': '0.88',
  'USD/CNY': '7.1',
  'USD/INR': '84',
  'USD/BRL': '5.6',
})

/** Later starts find their sources compiled, which saves most of the start time. */
const NODE_COMPILE_CACHE = resolve(import.meta.dirname, '../../.cache/node')

/** The network of a chain of the devnet, and its contracts where it has them. */
function networkOf({ contracts }: ChainGround, chain: DevnetChain): Settings {
  const { chainId } = driverOf(chain)
  if (chain === 'SOL') return { NETWORK: 'local', USDC_MINT: usdcOf(chain) }
  if (chainId === undefined) return { NETWORK: 'regtest' }
  return { CHAIN_ID: String(chainId), DEPOSIT_FACTORY: contracts.factory, USDC_ADDRESS: contracts.usdc }
}

/** The settings of the served chains, with their prefixes. */
const prefixed = ({ chains = devnetChains }: Pick<ServedSurroundings, 'chains'>, settingsOf: (chain: DevnetChain) => Settings): Settings =>
  Object.fromEntries(chains.flatMap((chain) => Object.entries(settingsOf(chain)).map(([name, setting]) => [`${chain}_${name}`, setting])))

/** The served chains of a devnet with their networks and contracts. */
export const chainSettings = (around: ChainGround): Settings => ({
  CHAINS: (around.chains ?? devnetChains).join(','),
  ...prefixed(around, (chain) => networkOf(around, chain)),
})

/** Settings shared by every process. */
const common = (around: CustodyGround): Settings => ({
  NODE_ENV: 'development',
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE,
  ...chainSettings(around),
  DEPLOYMENT_ID: around.secrets.deploymentId,
})

const serving = (around: ServedSurroundings): Settings => ({
  ...common(around),
  DATABASE_URL: around.databaseUrl,
  TEMPORAL_ADDRESS: around.temporalAddress,
  TEMPORAL_NAMESPACE: around.temporalNamespace,
  PUBLIC_BASE_URL: around.publicUrl,
  ...(around.rateSources === undefined && { STATIC_RATES }),
  EGRESS_ALLOW: '127.0.0.1:*,localhost:*',
})

/** Settings of the API. */
export const apiSettings = (around: ServedSurroundings, listen: { port: number; custody: CustodyPublic }): Settings => ({
  ...serving(around),
  PORT: String(listen.port),
  MERCHANT_TOKEN_KEY: around.secrets.merchantTokenKey,
  POOL_PUBLIC_KEY: listen.custody.poolPublicKey,
  WEBHOOK_SEALING_KEY: around.secrets.webhookSealingKey,
  PARTY_TOKEN_KEY: around.secrets.partyTokenKey,
  PLATFORM_ADDRESSES: JSON.stringify(around.platformAddresses),
  DECIDER_ADDRESSES: JSON.stringify(listen.custody.deciderAddresses),
  ...(around.temporalUi !== undefined && { OPERATOR_DATABASE_URL: around.databaseUrl, TEMPORAL_UI_URL: around.temporalUi }),
  ...(around.portalFolder !== undefined && { PORTAL_FOLDER: around.portalFolder }),
  ...(around.startFolder !== undefined && { START_PAGE_FOLDER: around.startFolder }),
  ...(around.throttles && { THROTTLES: JSON.stringify(around.throttles) }),
  ...(around.emailLimits && { EMAIL_LIMITS: JSON.stringify(around.emailLimits) }),
  ...(around.plans && { PLANS: JSON.stringify(around.plans) }),
  ...(around.rateLimits && { RATE_LIMITS: JSON.stringify(around.rateLimits) }),
  ...(around.stripeUrl !== undefined && processorEventSettings),
  ...refundHold(around),
})

/** The URL of every node; those with them can ask the chains. */
export const nodeUrls = (around: Pick<ServedSurroundings, 'chains' | 'rpc'>): Settings =>
  prefixed(around, (chain) => ({ RPC_URL: around.rpc[chain] ?? '' }))

/** Settings of a worker without the signer's role. */
export const workerSettings = (around: ServedSurroundings, custody: CustodyPublic): Settings => ({
  ...serving(around),
  WORKER_ROLES: 'payments,chain,webhooks,relay,rates,series,processor,issuer',
  ...nodeUrls(around),
  ...prefixed(around, () => ({ POLL_MS: String(around.pollMs) })),
  GAS_PAYER_ADDRESSES: JSON.stringify(custody.gasPayerAddresses),
  DECIDER_ADDRESSES: JSON.stringify(custody.deciderAddresses),
  POOL_PUBLIC_KEY: custody.poolPublicKey,
  PLATFORM_ADDRESSES: JSON.stringify(around.platformAddresses),
  PARTY_TOKEN_KEY: around.secrets.partyTokenKey,
  WEBHOOK_SEALING_KEY: around.secrets.webhookSealingKey,
  ...(around.emailLimits && { EMAIL_LIMITS: JSON.stringify(around.emailLimits) }),
  ...(around.plans && { PLANS: JSON.stringify(around.plans) }),
  WEBHOOK_OPENING_KEY: around.secrets.webhookOpeningKey,
  ISSUER_KEY: around.secrets.issuerKey,
  PROCESSOR_DECISION_KEY: around.secrets.processorDecisionKey,
  PROCESSOR_SEQUENCE_FILE: `${around.dataDir}/processor.sequence`,
  ...(around.stripeUrl !== undefined && processorSettings(around.stripeUrl)),
  ...(around.lightning && invoiceNodeSettings(around.lightning)),
  ...around.rateSources,
  ...(around.smtpUrl === undefined ? { MAIL_FILE: `${around.dataDir}/emails.txt` } : { SMTP_URL: around.smtpUrl }),
  ...(around.webhookFailures !== undefined && { WEBHOOK_FAILURES: String(around.webhookFailures) }),
  ...(around.built && { WORKFLOW_BUNDLE: around.built.workflows }),
})

/** Settings of the signer, which has neither nodes nor a listener. */
export const signerSettings = (around: ServedSurroundings): Settings => ({
  ...serving(around),
  ...custodySettings(around),
  WORKER_ROLES: 'signer',
  PARTY_TOKEN_KEY: around.secrets.partyTokenKey,
  PLATFORM_ADDRESSES: JSON.stringify(around.platformAddresses),
  ...refundHold(around),
})

/** Settings of the process that pays by Lightning, alone as in production. */
export const payerSettings = (around: ServedSurroundings): Settings => ({
  ...serving(around),
  WORKER_ROLES: 'lightning',
  LIGHTNING_DECISION_KEY: around.secrets.lightningDecisionKey,
  LIGHTNING_SEQUENCE_FILE: `${around.dataDir}/lightning.sequence`,
  ...(around.lightning && payNodeSettings(around.lightning)),
})

/** The same for the api, which records the claim, and the signer, which counts for itself. */
const refundHold = ({ returnHoldHours }: ServedSurroundings): Settings =>
  returnHoldHours === undefined ? {} : { RETURN_HOLD_HOURS: String(returnHoldHours) }

/** Settings of the command that seals the seed. */
export const custodySettings = (around: CustodyGround): Settings => ({
  ...common(around),
  CUSTODY_SEED_FILE: `${around.dataDir}/custody.sealed.json`,
  CUSTODY_PUBLIC_FILE: `${around.dataDir}/custody.public.json`,
  CUSTODY_KEK: 'env',
  CUSTODY_KEK_HEX: around.secrets.kekHex,
})
