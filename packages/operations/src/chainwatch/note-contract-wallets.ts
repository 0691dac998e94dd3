import type { ChainNode } from '@gateway/chains/rail'
import type { WalletCommitEntity } from '@gateway/db/custody/wallet-commit.entity'
import { findCursor } from '@gateway/db/chainwatch/queries'
import { tables } from '@gateway/db/tables'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'

/** Where a round over all wallets of a chain stands. Belongs to one process. */
export interface WalletRound {
  position: string
}

/** A round that begins. */
export const freshWalletRound = (): WalletRound => ({ position: BEFORE_ALL })

/** How many wallets are looked at in one call. */
const ASKED_AT_ONCE = 2_000
const BEFORE_ALL = '0'

/**
 * Looks at a page of the wallets that merchants have named on a chain, and keeps in mind at which the chain holds code: such a wallet is paid like any
 * other, but money arrives there only if its contract takes it. After the last page the round begins anew, because a contract can appear, and go, later.
 *
 * @throws {ChainUnavailable} when the node does not answer; the same page is then next.
 */
export async function noteContractWallets(ctx: Context, node: ChainNode, round: WalletRound): Promise<void> {
  const { chain } = node.rail
  const em = ctx.orm.em.fork()
  const cursor = await findCursor(em, { chain })
  if (!node.holdCode || !cursor) return
  const page = await readPage(em, { chain, after: round.position })
  const addresses = [...new Set(page.map(({ address }) => address))]
  const codes = await node.holdCode({ addresses, blockHash: cursor.hash })
  const contracts = addresses.filter((_, at) => codes[at] === true)
  const others = addresses.filter((_, at) => codes[at] === false)
  await keep(ctx, em, { chain, contracts, others })
  round.position = page.length < ASKED_AT_ONCE ? BEFORE_ALL : (page.at(-1)?.position ?? BEFORE_ALL)
}

type NamedWallet = Pick<WalletCommitEntity, 'position'> & { readonly address: string }

const readPage = (em: Em, { chain, after }: { chain: ChainCode; after: string }): Promise<NamedWallet[]> =>
  tables(em)
    .selectFrom('wallet_commit')
    .select(['position', 'address'])
    .where('chain', '=', chain)
    .where('address', 'is not', null)
    .where('position', '>', after)
    .orderBy('position')
    .limit(ASKED_AT_ONCE)
    .$narrowType<{ address: string }>()
    .execute()

interface Seen {
  readonly chain: ChainCode
  readonly contracts: readonly string[]
  readonly others: readonly string[]
}

async function keep(ctx: Context, em: Em, { chain, contracts, others }: Seen): Promise<void> {
  const foundAt = ctx.clock.now()
  if (others.length > 0) await tables(em).deleteFrom('contract_wallet').where('chain', '=', chain).where('address', 'in', others).execute()
  if (contracts.length === 0) return
  const rows = contracts.map((address) => ({ chain, address, foundAt }))
  const fresh = await tables(em)
    .insertInto('contract_wallet')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .returning('address')
    .execute()
  if (fresh.length > 0) ctx.log.warn({ chain, added: fresh.length }, 'wallets of merchants are contracts')
}
