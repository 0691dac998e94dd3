import type { OperatorOverview } from '@gateway/contract/portal/operator-state'
import { listRefusedNodes } from '@gateway/db/chainwatch/cursor-queries'
import { listChainProgress } from '@gateway/operations/chainwatch/cursor/list-chain-progress'
import { listPauses } from '@gateway/operations/custody/pauses/pause-payouts'
import { findFiring } from '@gateway/operations/observability/alerts/find-firing'
import { listUnsupportedTokens } from '@gateway/operations/payments/held/list-unsupported-tokens'
import { listWrongChain } from '@gateway/operations/payments/held/list-wrong-chain'
import { listRejectedJumps } from '@gateway/operations/rates/confirm-rate'
import type { OperatorDesk } from './desk.ts'
import { listHeldMoney } from './list-held-money.ts'
import { listPayouts } from './list-payouts.ts'

/** What operators look at first: how much waits, which alarms fire, how far each chain has been read. */
export async function readOverview(desk: OperatorDesk): Promise<OperatorOverview> {
  const payouts = await listPayouts(desk)
  const held = await listHeldMoney(desk)
  const tokens = await listUnsupportedTokens(desk)
  const astray = await listWrongChain(desk)
  const jumps = await listRejectedJumps(desk)
  return {
    counts: {
      payouts: payouts.total,
      heldMoney: held.total,
      pauses: (await listPauses(desk)).length,
      unsupportedTokens: tokens.total,
      wrongChain: astray.total,
      ratesToConfirm: jumps.filter(({ needs }) => needs === 'operator').length,
    },
    alarms: findFiring(await desk.figures()),
    chains: await listChainProgress(desk),
    refusedNodes: await listRefusedNodes(desk.orm.em.fork()),
    temporalUrl: desk.temporalUi ?? null,
  }
}
