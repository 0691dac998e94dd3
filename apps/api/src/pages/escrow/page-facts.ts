import { isMainNetwork } from '@gateway/chains/definitions/main-networks'
import { findRail } from '@gateway/chains/registry'
import type { Rail } from '@gateway/chains/rail'
import type { Escrow } from '@gateway/domain/escrows/escrow'
import { listEventsForParty } from '@gateway/operations/escrows/reading/list-escrow-events'
import type { PartyOf } from '@gateway/operations/escrows/tokens/authenticate-party'
import type { EscrowPageView, LogEntry, PayIn } from '@gateway/pages/escrows/escrow-view'
import type { ServerContext } from '../../context.ts'

type RailFacts = Pick<EscrowPageView, 'payIn' | 'explorerTx' | 'testNetwork'>

/** Everything that the rail of an escrow adds to its page. The QR code asks for the amount still missing. */
export function railFactsOf({ rails }: Pick<ServerContext, 'rails'>, escrow: Escrow): RailFacts {
  const rail = findRail(rails, escrow.asset)
  if (!rail) return { payIn: undefined, explorerTx: undefined, testNetwork: undefined }
  return {
    payIn: payInOf(rail, escrow),
    explorerTx: rail.explorerTx,
    testNetwork: isMainNetwork(rail) ? undefined : rail.network,
  }
}

function payInOf(rail: Rail, { id: subjectId, asset, address, amountUnits, depositedUnits }: Escrow): PayIn | undefined {
  if (address === null || depositedUnits >= amountUnits) return undefined
  const request = { asset, address, units: amountUnits - depositedUnits, subjectId }
  return { address, walletLink: rail.paymentUri(request), qrText: rail.qrText(request) }
}

/** More entries than an escrow can have: each state and each answer to it occurs once. */
const MOST_ENTRIES = 100

/** The history as a party reads it, with its seals. */
export async function readLog(api: ServerContext, party: PartyOf): Promise<LogEntry[]> {
  const events = await listEventsForParty(api, party, { limit: MOST_ENTRIES, offset: 0 })
  return events.map(({ eventType: type, actor, details, createdAt, hash }) => {
    const seal = Buffer.from(hash).toString('hex')
    return { type, actor, details, createdAt, seal }
  })
}
