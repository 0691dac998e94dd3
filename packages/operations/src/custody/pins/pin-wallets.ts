import type { WalletVersionEntity } from '@gateway/db/custody/pins/wallet-version.entity'
import type { WalletPinEntity } from '@gateway/db/custody/pins/wallet-pin.entity'
import { isNoneOf } from '@gateway/db/kernel/page'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PinnedWallet, WalletStatement } from '@gateway/domain/custody/pin'
import { isWalletMac, walletMac } from './pin-mac.ts'
import { servedAssets } from '../../kernel/context.ts'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { sql } from 'kysely'
import { isPayable } from './read-payees.ts'
import type { PinContext } from './pin-context.ts'

/** The number of wallets pinned in one batch. */
export const MAX_WALLETS_PER_RUN = 500

/** A wallet with its pin, if it has one. */
type WalletRow = Pick<WalletVersionEntity, 'position' | 'businessId' | 'mode' | 'chain' | 'asset' | 'address'> &
  Partial<Pick<WalletPinEntity, 'mac' | 'refused' | 'pinnedAt'>>

/** The pinned wallets of a business, newest last. */
export type WalletsOf = (owner: { readonly businessId: string; readonly mode: string }) => readonly PinnedWallet[]

/**
 * Pins wallets set since a moment, whether or not they have payments yet.
 *
 * The signer cannot distinguish a merchant's change from that of an attacker who controls the api. But a pin is permanent: a later change is
 * another wallet, for later payments only.
 *
 * @returns how many wallets were checked.
 */
export async function pinWallets(ctx: PinContext, since: Date): Promise<number> {
  const em = ctx.orm.em.fork()
  const except = keysPutOff(stateOf(ctx.orm, 'unpinned_wallets'), ctx.clock.now())
  const rows = await selectWallets(em)
    .where('wallet.createdAt', '>=', since)
    .where('pin.position', 'is', null)
    .where('wallet.asset', 'in', servedAssets(ctx.rails))
    .where(isNoneOf(sql`wallet.position`, except))
    .orderBy('wallet.position')
    .limit(MAX_WALLETS_PER_RUN)
    .execute()
  const wallets = { name: 'unpinned_wallets', keyOf: ({ position }: WalletRow) => String(position), aboutOf } as const
  await sweepTogether<WalletRow, never>(ctx, { ...wallets, rows }, async (some) => {
    await pinAll(em, ctx, some)
    return []
  })
  return rows.length
}

const aboutOf = ({ businessId, chain }: WalletRow) => ({ businessId, chain })

/** Pins the unpinned wallets of some businesses and returns all their wallets; a pin with a wrong MAC does not count. */
export async function pinnedWallets(em: Em, ctx: PinContext, businessIds: readonly string[]): Promise<WalletsOf> {
  const rows = await selectWallets(em)
    .where(sql<boolean>`wallet.business_id = ANY(${[...new Set(businessIds)]}::uuid[])`)
    .orderBy('wallet.position')
    .execute()
  const fresh = await pinAll(em, ctx, rows)
  const pinned = rows.flatMap((row) => {
    const { mac, pinnedAt } = fresh.get(row.position) ?? row
    const isOurs = mac && pinnedAt && isWalletMac(ctx.keys, statementOf(ctx, row, pinnedAt), mac)
    return isOurs ? [{ owner: ownerOf(row), asset: row.asset, address: row.address, pinnedAt }] : []
  })
  const byOwner = Map.groupBy(pinned, ({ owner }) => owner)
  return (owner) => byOwner.get(ownerOf(owner)) ?? []
}

const ownerOf = ({ businessId, mode }: Parameters<WalletsOf>[0]): string => `${businessId}|${mode}`

const selectWallets = (em: Em) =>
  tables(em)
    .selectFrom('wallet_version as wallet')
    .leftJoin('wallet_pin as pin', 'pin.position', 'wallet.position')
    .select(['wallet.position', 'wallet.businessId', 'wallet.mode', 'wallet.chain', 'wallet.asset', 'wallet.address'])
    .select(['pin.mac', 'pin.refused', 'pin.pinnedAt'])
    // The left join makes the pin's columns nullable.
    .$castTo<WalletRow>()

/** The new pins of unpinned wallets, by position. */
async function pinAll(em: Em, ctx: PinContext, rows: readonly WalletRow[]): Promise<ReadonlyMap<string, WalletPinEntity>> {
  const pinnedAt = ctx.clock.now()
  const served = servedAssets(ctx.rails)
  const pins = rows
    .filter((row) => !row.pinnedAt && served.includes(row.asset))
    .map((row) => {
      const refused = isOfNetwork(ctx, row) ? null : 'address_is_not_one_of_the_network'
      if (refused)
        ctx.log.error({ alarm: 'wallet_refused', businessId: row.businessId, chain: row.chain, reason: refused }, 'wallet pin refused')
      return { position: row.position, mac: refused ? null : walletMac(ctx.keys, statementOf(ctx, row, pinnedAt)), refused, pinnedAt }
    })
  for (const portion of portions(pins))
    await tables(em)
      .insertInto('wallet_pin')
      .values(portion)
      .onConflict((oc) => oc.doNothing())
      .execute()
  return new Map(pins.map((pin) => [pin.position, pin]))
}

function isOfNetwork(ctx: PinContext, { chain, address }: WalletRow): boolean {
  if (address === null) return true
  const rail = ctx.rails.get(chain)
  return rail !== undefined && isPayable(rail, address)
}

function statementOf(ctx: PinContext, row: WalletRow, pinnedAt: Date): WalletStatement {
  const { position, businessId, mode, chain, asset, address } = row
  const network = ctx.rails.get(chain)?.network ?? ''
  return { deploymentId: ctx.deploymentId, network, position, businessId, mode, chain, asset, address, pinnedAt }
}
