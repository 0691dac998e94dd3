import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush, flushGasLimit } from '@gateway/chains/evm/flush/deposit-factory'
import { type EvmRail, isEvmRail } from '@gateway/chains/evm/rail'
import { findCommits } from '@gateway/db/custody/queries'
import { tables } from '@gateway/db/tables'
import type { Recipient } from '@gateway/domain/custody/intent'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { parseEvmAddress } from '@gateway/chains/evm/address'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { depositTermsOf } from './deposit-terms.ts'

/** Which address is to pay out what, and who wants to know. */
interface Composing {
  readonly paymentId: string
  /** Address of a token's contract, or an asset of the chain. */
  readonly token: string
  readonly by: `operator:${string}`
}

/** A transaction that anybody may send from any wallet: it pays gas, and decides nothing about where the money goes. */
export interface ExportedFlushCall {
  readonly chainId: number
  readonly to: string
  readonly data: string
  readonly gas: bigint
  /** Who is paid, as the address commits to it. */
  readonly recipients: readonly Recipient[]
  readonly feeBps: number
}

/**
 * Writes the transaction that has a deposit contract pay out a token or coin to its merchant and the platform, for a wallet that is not the gateway's.
 *
 * The gateway signs flushes of the tokens that it serves only: what another token's contract does when it is called nobody knows, and the relayer would
 * pay for it. Nor does it pay gas for what is not worth it; a merchant who wants that money all the same sends this. Whoever sends this can gain and lose nothing but gas, because the recipients are part of the address.
 *
 * @throws {NotFound} when there is no such payment.
 * @throws {InvalidState} when its address is no deposit contract, or does not follow from its commit.
 * @throws {InvalidAddress} when the token is none.
 */
export async function exportFlushCall(ctx: Context, { paymentId, token, by }: Composing): Promise<ExportedFlushCall> {
  return transaction(ctx, async (em) => {
    const payment = await tables(em)
      .selectFrom('payment')
      .select(['id', 'chain', 'state', 'commitId'])
      .where('id', '=', paymentId)
      .executeTakeFirst()
    if (!payment) throw new NotFound('payment')
    const rail = ctx.rails.get(payment.chain)
    const commit = (await findCommits(em, [payment.commitId])).get(payment.commitId)
    if (!commit || !rail || !isEvmRail(rail)) throw new InvalidState(payment.state, 'flush an address that is no deposit contract')
    const terms = depositTermsOf(commit)
    if (rail.computeDeposit?.(terms).address !== commit.address)
      throw new InvalidState(payment.state, 'flush an address that does not follow from its commit')
    const contract = tokenAt(rail, token)
    await writeAuditEntry(em, ctx, {
      actor: by,
      action: 'payment.compose_flush',
      subjectId: payment.id,
      details: { token: contract ?? payment.chain },
    })
    const data = encodeFlush(toContractTerms(terms), contract)
    return { chainId: rail.chainId, to: rail.factory, data, gas: flushGasLimit(1), recipients: commit.recipients, feeBps: commit.feeBps }
  })
}

/** The token's contract; null for the native coin. @throws {InvalidAddress} */
function tokenAt({ factory, assets, tokenOf }: EvmRail, text: string) {
  const asset = assets.find((served) => served === text)
  if (asset) return tokenOf(asset)
  const parsed = parseEvmAddress(text, new Map([[factory, 'the deposit factory']]))
  if ('problem' in parsed) throw new InvalidAddress('token', parsed.problem)
  return parsed.address
}
