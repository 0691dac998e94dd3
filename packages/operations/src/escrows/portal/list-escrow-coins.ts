import { findRail } from '@gateway/chains/registry'
import { type Asset, assetCodes, assetOf } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'

/** The coins that this deployment makes escrows in. */
export const listEscrowCoins = ({ rails }: Pick<Context, 'rails'>): Asset[] =>
  assetCodes.filter((code) => findRail(rails, code)?.servesEscrows).map(assetOf)
