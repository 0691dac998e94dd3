import { saveLightningCap } from '@gateway/db/lightning/funds-queries'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** Stores what the node may hold, as the role that pays was told, so that an alert can compare it with what it holds. */
export const storeCap = ({ orm, lightningLimits }: Pick<PayContext, 'orm' | 'lightningLimits'>): Promise<void> =>
  saveLightningCap(orm.em.fork(), { capSats: lightningLimits.hotBalanceSats })
