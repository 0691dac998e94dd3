import { type Asset, assetOf } from '@gateway/domain/money/asset'
import type { ApiContext } from '../../kernel/context.ts'
import { escrowAssets } from '../creation/escrow-rail.ts'

/** The coins that this deployment makes escrows in. */
export const listEscrowCoins = (ctx: Pick<ApiContext, 'rails' | 'custody'>): Asset[] => escrowAssets(ctx).map(assetOf)
