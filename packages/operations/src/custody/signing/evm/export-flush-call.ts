import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush, flushGasLimit } from '@gateway/chains/evm/flush/deposit-factory'
import { type EvmRail, isEvmRail } from '@gateway/chains/evm/rail'
import type { Rail } from '@gateway/chains/rail'
import { findPayoutTerms } from '@gateway/db/custody/pins/payout-terms-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Recipient } from '@gateway/domain/custody/intent'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { parseEvmAddress } from '@gateway/chains/evm/address'
import type { ChainCode } from '@gateway/domain/money/asset'
import { writeAuditEntry } from '../../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../../kernel/context.ts'
import { transaction } from '../../../kernel/transaction.ts'
import { depositTermsOf } from '../../address-pool/compute-address.ts'

/** The address and token to flush, and the caller. */
interface Composing {
  readonly paymentId: string
  /**
   * A token contract's address, or an asset of the payment's chain; of another chain with the same addresses, an asset of it, or its code, a colon and a
   * contract.
   */
  readonly token: string
  readonly by: `operator:${string}`
}

/** A transaction that any wallet may send: the sender pays gas and cannot change the recipients. */
export interface ExportedFlushCall {
  readonly chainId: number
  readonly to: string
  readonly data: string
  readonly gas: bigint
  /** The recipients that the address commits to. */
  readonly recipients: readonly Recipient[]
  readonly feeBps: number
}

/**
 * Composes the flush of one token or coin from a deposit contract for an outside wallet, such as the merchant's.
 *
 * The gateway itself flushes supported tokens only, because a foreign token contract could burn the gas payer's gas, and never rounds below their
 * network cost. The sender of this transaction gains and loses nothing but gas: the recipients are part of the address.
 *
 * @throws {NotFound} when the payment does not exist.
 * @throws {InvalidState} when its address is no deposit contract or does not match its commit.
 * @throws {InvalidAddress} when the token is invalid.
 */
export async function exportFlushCall(ctx: Context, { paymentId, token, by }: Composing): Promise<ExportedFlushCall> {
  return transaction(ctx, async (em) => {
    const { details, ...call } = await composeFlushCall(em, ctx, { paymentId, token })
    await writeAuditEntry(em, ctx, { actor: by, action: 'payment.compose_flush', subjectId: paymentId, details })
    return call
  })
}

/** Composes that transaction without the audit entry, which gets `details`. @throws the errors of `exportFlushCall`. */
export async function composeFlushCall(
  em: Em,
  { rails }: Pick<Context, 'rails'>,
  { paymentId, token }: Pick<Composing, 'paymentId' | 'token'>,
): Promise<ExportedFlushCall & { details: { token: string; chain?: ChainCode } }> {
  const payment = await tables(em)
    .selectFrom('payment')
    .select(['chain', 'state', 'payoutTermsId'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) throw new NotFound('payment')
  const { rail, text } = placeOf(rails, payment.chain, token)
  const commit = (await findPayoutTerms(em, [payment.payoutTermsId])).get(payment.payoutTermsId)
  if (commit?.source.kind !== 'create2' || !rail || !isEvmRail(rail))
    throw new InvalidState(payment.state, 'flush an address that is no deposit contract')
  const terms = depositTermsOf(commit)
  if (rail.computeDeposit?.(terms).address !== commit.address)
    throw new InvalidState(payment.state, 'flush an address that does not follow from its commit')
  const contract = tokenAt(rail, text)
  const data = encodeFlush(toContractTerms(terms), contract)
  const details = { token: contract ?? rail.chain, ...(rail.chain !== payment.chain && { chain: rail.chain }) }
  return {
    chainId: rail.chainId,
    to: rail.factory,
    data,
    gas: flushGasLimit(rail.gas, 1),
    recipients: commit.recipients,
    feeBps: commit.feeBps,
    details,
  }
}

/** Where the token lies: on the payment's own chain unless the text says otherwise. */
function placeOf(rails: Context['rails'], own: ChainCode, text: string): { rail: Rail | undefined; text: string } {
  const [, named, contract = ''] = /^([A-Z]+):(.+)$/.exec(text) ?? []
  if (named !== undefined) return { rail: [...rails.values()].find(({ chain }) => chain === named), text: contract }
  const elsewhere = [...rails.values()].find(({ assets }) => assets.some((asset) => asset === text))
  return { rail: elsewhere ?? rails.get(own), text }
}

/** The token's contract; null for the native coin. @throws {InvalidAddress} */
function tokenAt({ factory, assets, tokenOf }: EvmRail, text: string) {
  const asset = assets.find((served) => served === text)
  if (asset) return tokenOf(asset)
  const parsed = parseEvmAddress(text, new Map([[factory, 'the deposit factory']]))
  if ('problem' in parsed) throw new InvalidAddress('token', parsed.problem)
  return parsed.address
}
