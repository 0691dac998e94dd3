import type { ContractTerms } from '../escrows/contract.ts'
import type { BusinessId, Mode } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import { type Commit, isHeldAfterPin, type Source } from './intent.ts'

/** The signer's statement about checked payout terms: everything that decides where money goes. */
export interface CommitStatement {
  readonly deploymentId: string
  readonly network: string
  readonly commit: Commit
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Price of one coin in US dollars at the quote, as a plain decimal; velocity caps use it. */
  readonly usdRate: string
  /** When the signer pinned it; part of the statement where the payout is held from then on. */
  readonly pinnedAt: Date
}

/** The signer's statement about a wallet. */
export interface WalletStatement {
  readonly deploymentId: string
  readonly network: string
  readonly position: string
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly chain: ChainCode
  readonly asset: AssetCode
  /** Null when the business removed its wallet. */
  readonly address: string | null
  readonly pinnedAt: Date
}

/**
 * The canonical text of a statement about payout terms: a JSON array, so that two statements never share a text. Its first word is the version of
 * its form: a further form gets a word of its own, so that MACs over this one stay valid.
 */
export function commitText({ deploymentId, network, commit, businessId, mode, usdRate, pinnedAt }: CommitStatement): string {
  const { id, subject, subjectId, chain, asset, address, source, recipients, feeBps, conditions } = commit
  const paid = recipients.map((recipient) => [recipient.role, recipient.address])
  const of = [id, subject, subjectId, chain, asset, address, sourceText(source), paid, feeBps]
  const held = isHeldAfterPin(commit) ? [pinnedAt.toISOString()] : []
  const statement = [deploymentId, network, of, businessId, mode, usdRate, ...held]
  if (!conditions) return JSON.stringify(['commit', ...statement])
  const { amountUnits, tokenHash, expiresAt, contract, naming } = conditions
  const form = contract ? 'contract_commit' : naming === undefined ? 'escrow_commit' : 'named_commit'
  const further = [...(contract ? [contractText(contract)] : []), ...(naming === undefined ? [] : [naming])]
  return JSON.stringify([form, ...statement, amountUnits, tokenHash, expiresAt, ...further])
}

/** The canonical text of a statement about a wallet. */
export function walletText({ deploymentId, network, pinnedAt, ...wallet }: WalletStatement): string {
  const { position, businessId, mode, chain, asset, address } = wallet
  return JSON.stringify(['wallet', deploymentId, network, position, businessId, mode, chain, asset, address, pinnedAt.toISOString()])
}

const contractText = ({
  id,
  depositor,
  beneficiary,
  token,
  amount,
  feeReceiver,
  feeBps,
  ...terms
}: ContractTerms): readonly (string | number)[] => {
  const { decider, releaseHash, deadline, chainId } = terms
  return [id, depositor, beneficiary, token, amount, feeReceiver, feeBps, decider, releaseHash, deadline, chainId]
}

const sourceText = (source: Source): readonly (string | number)[] =>
  source.kind === 'pool' ? [source.kind, source.generation, source.idx] : [source.kind, source.factory, source.initHash, source.salt]

/** Why the signer rejects payout terms for good. */
export type PinRefusal =
  | 'commit_differs_from_payment'
  | 'recipients_are_not_merchant_and_platform'
  | 'platform_address_differs'
  | 'wallet_was_not_pinned'
  | 'address_does_not_follow'
  | 'return_has_not_one_payer'
  | 'payment_was_not_pinned'
  | 'source_is_not_the_payments'
  | 'payer_address_is_none'
  | 'payer_address_is_ours'
  | 'payee_is_no_wallet'
  | 'commit_differs_from_escrow'
  | 'payees_are_not_those_of_an_escrow'
  | 'contract_differs_from_escrow'
  | 'depositor_was_not_named'

/** Wallets of a business as pinned by the signer, the latest last. */
export interface PinnedWallet {
  readonly asset: AssetCode
  readonly address: string | null
  readonly pinnedAt: Date
}

/** How long a replaced wallet stays valid, by the signer's clock, for payments not yet pinned. */
const SUPERSEDED_GOOD_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000

/** The address to check. */
interface Asked {
  readonly asset: AssetCode
  readonly chain: ChainCode
  readonly address: string
  readonly now: Date
  /** Delay before a replacement wallet takes effect. */
  readonly delayMs: number
}

/**
 * True when payments of an asset may go to an address: it is the wallet in force, or was until a day ago. An asset without its own wallet
 * uses that of its chain's native coin.
 */
export function isPinnedWallet(wallets: readonly PinnedWallet[], { asset, chain, address, now, delayMs }: Asked): boolean {
  const named = (code: AssetCode): readonly PinnedWallet[] => wallets.filter((wallet) => wallet.asset === code)
  const ofChain = periodsOf(named(chain), { delayMs, beside: [] })
  const own = asset === chain ? [] : periodsOf(named(asset), { delayMs, beside: ofChain })
  return [own, ofChain].some((periods) => periods.some((period, at) => period.address === address && isGood(periods, at, now)))
}

/** A period in which an address is in force. */
interface Period {
  readonly address: string | null
  readonly from: number
}

/**
 * The periods in which each wallet was in force. A wallet replaced before its delay ended never was, so a merchant who reverts a foreign
 * change in time loses nothing.
 * The delay counts from the signer's first sight of the wallet, which is later than its naming; a tenth of it, at most an hour, makes up
 * for that.
 */
function periodsOf(history: readonly PinnedWallet[], { delayMs, beside }: { delayMs: number; beside: readonly Period[] }): Period[] {
  const waitMs = delayMs - Math.min(HOUR_MS, delayMs / 10)
  const periods: Period[] = []
  for (const [at, { address, pinnedAt }] of history.entries()) {
    const pinned = pinnedAt.getTime()
    const replaces = addressAt(periods, pinned) !== null || addressAt(beside, pinned - 1) !== null
    const from = replaces ? pinned + waitMs : pinned
    const successor = history[at + 1]?.pinnedAt.getTime() ?? Number.POSITIVE_INFINITY
    if (from <= successor) periods.push({ address, from })
  }
  return periods
}

const addressAt = (periods: readonly Period[], at: number): string | null => periods.findLast(({ from }) => from <= at)?.address ?? null

function isGood(periods: readonly Period[], at: number, now: Date): boolean {
  const [from, next] = [periods[at]?.from ?? Number.POSITIVE_INFINITY, periods[at + 1]?.from ?? Number.POSITIVE_INFINITY]
  return from <= now.getTime() && now.getTime() - next < SUPERSEDED_GOOD_MS
}
